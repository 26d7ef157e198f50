// The worlds to play that are not built in: those that a person wrote, and those on imported problems.
import { useMemo } from 'react';
import type { Preset } from '../../../learning/config/presets';
import { useOfferedWorlds } from '../../features';
import { choiceOf } from './rooms';

export function useOwnChoices(): readonly Preset[] {
  const offered = useOfferedWorlds();
  return useMemo(() => offered.map(({ card, definitions }) => choiceOf(card, definitions)), [offered]);
}
