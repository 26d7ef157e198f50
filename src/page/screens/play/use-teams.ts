// Asks the lab to let teams play a room, one after the other, and keeps what they played. A late answer for another
// room is dropped.

import { useEffect, useState } from 'react';
import { reasonOf } from '../../../basics/reason';
import type { RunConfig } from '../../../learning/config/run-config';
import { firstWorld } from '../../../learning/config/worlds';
import type { WorldRecord } from '../../../learning/rollouts/transcript';
import type { PlayedOn } from '../../../learning/training/evaluate';
import type { PlayedTeam } from '../../../run/team-player';
import { lab } from '../../stores/lab-client';
import { levelsNamed } from '../../stores/levels-store';
import { teamPlayer } from '../../stores/team-player';
import type { TeamState } from './team-game';

export interface TeamQuestion {
  /** Names team and room: another name is another game. */
  readonly key: string;
  readonly team: PlayedTeam;
  readonly config: RunConfig;
  readonly seed: number;
  /** Where it is played: a team of a file only on the processor. */
  readonly by: 'gpu' | 'processor';
}

/** `instead`: its game of before is played on from another answer. */
export function played({ team, config, seed, by }: TeamQuestion, instead?: PlayedOn): Promise<WorldRecord> {
  const room = { config, seed, levels: levelsNamed(firstWorld(config).environmentSettings), instead };
  return by === 'gpu' && team.kind !== 'opened' ? lab().play({ team, ...room }) : teamPlayer().play({ team, ...room });
}

/** One state per question, in order. Nothing is asked while `wanted` is false. */
export function useTeams(questions: readonly TeamQuestion[], wanted: boolean): readonly TeamState[] {
  const [states, setStates] = useState<ReadonlyMap<string, TeamState>>(new Map());
  const keys = questions.map(({ key }) => key).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys name the questions
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    const put = (key: string, state: TeamState) => setStates((old) => new Map(old).set(key, state));
    const open = questions.filter(({ key }) => states.get(key)?.kind !== 'played');
    for (const { key } of open) put(key, { kind: 'playing' });
    void (async () => {
      for (const question of open) {
        const { key } = question;
        if (!current) return;
        try {
          put(key, { kind: 'played', world: await played(question) });
        } catch (fault) {
          put(key, { kind: 'failed', reason: reasonOf(fault) });
        }
      }
    })();
    return () => {
      current = false;
    };
  }, [keys, wanted]);
  return questions.map(({ key }) => states.get(key) ?? { kind: 'waiting' });
}
