// Every world there is to choose: the built-in ones, those that a person wrote, those on problems from files.
import { useMemo } from 'react';
import type { Environment } from '../../../learning/environments/environment';
import { allEnvironments } from '../../../learning/environments/index';
import { useOfferedWorlds } from '../../features';
import { environmentById } from '../../stores/worlds';

export function useListedWorlds(): readonly Environment[] {
  const offered = useOfferedWorlds();
  return useMemo(() => [...allEnvironments, ...offered.map(({ card }) => environmentById(card.id))], [offered]);
}
