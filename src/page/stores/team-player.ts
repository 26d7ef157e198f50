// What plays teams without a GPU, and the teams of files, where a feature offers it.
import type { TeamPlayer } from '../../run/team-player';
import { handedIn } from './door';

export const { provide: provideTeamPlayer, get: teamPlayer } = handedIn<TeamPlayer>(
  'nothing on this page plays a team’s file',
);
