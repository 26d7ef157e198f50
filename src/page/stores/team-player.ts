// What plays teams without a GPU, and the teams of files, where a feature offers it.
import { present } from '../../basics/check';
import type { TeamPlayer } from '../../run/team-player';

let player: (() => TeamPlayer) | undefined;

/** Called once, before the page is drawn. */
export function provideTeamPlayer(given: () => TeamPlayer): void {
  player = given;
}

export function teamPlayer(): TeamPlayer {
  return present(player, 'nothing on this page plays a team’s file')();
}
