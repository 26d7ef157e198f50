// The worlds to play that are not built in: those that a person wrote, and those on imported problems. Tasks of Code are left out: nothing
// here runs programs.
import { useEffect, useMemo } from 'react';
import { cardOnProblems } from '../../../learning/environments';
import type { Preset } from '../../../learning/training/presets';
import { readOwnWorlds, useOwnWorlds } from '../../stores/own-worlds-store';
import { nameOfSet, readProblemSets, useProblemSets } from '../../stores/problem-sets-store';
import { choiceOf } from './rooms';

export function useOwnChoices(): readonly Preset[] {
  const kept = useOwnWorlds((state) => state.kept);
  const sets = useProblemSets((state) => state.sets);
  useEffect(() => {
    void readOwnWorlds();
    void readProblemSets();
  }, []);
  return useMemo(
    () => [
      ...sets.filter(({ world }) => world !== 'code').map((set) => choiceOf(cardOnProblems(set), { problems: [nameOfSet(set)] })),
      ...kept.map((module) => choiceOf(module.card, { modules: [module] })),
    ],
    [kept, sets],
  );
}
