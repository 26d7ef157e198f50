// The worlds to play that are not built in: those that a person wrote, and those on imported problems.
import { useMemo } from 'react';
import { nameOfSet } from '../../../features/problem-import/page/problem-sets-store';
import type { Preset } from '../../../learning/config/presets';
import { cardOnProblems } from '../../../learning/environments';
import { useKeptWorlds } from '../../stores/kept-worlds';
import { choiceOf } from './rooms';

export function useOwnChoices(): readonly Preset[] {
  const { kept, sets } = useKeptWorlds();
  return useMemo(
    () => [
      ...sets.map((set) => choiceOf(cardOnProblems(set), { problems: [nameOfSet(set)] })),
      ...kept.map((module) => choiceOf(module.card, { modules: [module] })),
    ],
    [kept, sets],
  );
}
