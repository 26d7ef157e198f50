// Every world there is to choose: the built-in ones, those that a person wrote, those on problems from files.
import { useEffect, useMemo } from 'react';
import type { Environment } from '../../../learning/environments/environment';
import { environments } from '../../../learning/environments/index';
import { idOfProblemWorld } from '../../../learning/environments/problem-set';
import { readOwnWorlds, useOwnWorlds } from '../../stores/own-worlds-store';
import { readProblemSets, useProblemSets } from '../../stores/problem-sets-store';
import { environmentById } from '../../stores/worlds';

export function useListedWorlds(): readonly Environment[] {
  const kept = useOwnWorlds((state) => state.kept);
  const sets = useProblemSets((state) => state.sets);
  useEffect(() => {
    void readOwnWorlds();
    void readProblemSets();
  }, []);
  return useMemo(
    () => [
      ...environments,
      ...sets.map((set) => environmentById(idOfProblemWorld(set))),
      ...kept.map(({ card }) => environmentById(card.id)),
    ],
    [kept, sets],
  );
}
