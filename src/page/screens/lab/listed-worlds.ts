// Every world there is to choose: the built-in ones, those that a person wrote, those on problems from files.
import { useMemo } from 'react';
import type { Environment } from '../../../learning/environments/environment';
import { environments } from '../../../learning/environments/index';
import { idOfProblemWorld } from '../../../learning/environments/problem-set';
import { useKeptWorlds } from '../../stores/kept-worlds';
import { environmentById } from '../../stores/worlds';

export function useListedWorlds(): readonly Environment[] {
  const { kept, sets } = useKeptWorlds();
  return useMemo(
    () => [
      ...environments,
      ...sets.map((set) => environmentById(idOfProblemWorld(set))),
      ...kept.map(({ card }) => environmentById(card.id)),
    ],
    [kept, sets],
  );
}
