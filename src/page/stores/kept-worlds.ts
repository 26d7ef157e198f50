// The worlds beside the built-in ones: those that a person wrote, and the problems from files.
import { useEffect } from 'react';
import { readOwnWorlds, useOwnWorlds } from '../../features/own-world/page/own-worlds-store';
import { readProblemSets, useProblemSets } from '../../features/problem-import/page/problem-sets-store';

export function useKeptWorlds() {
  const kept = useOwnWorlds((state) => state.kept);
  const sets = useProblemSets((state) => state.sets);
  useEffect(() => {
    void readOwnWorlds();
    void readProblemSets();
  }, []);
  return { kept, sets };
}
