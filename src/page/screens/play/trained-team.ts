// Who plays as the trained team, and where: a team of a file and all teams without a GPU play on the processor, a run's
// on the GPU. Pure.
import type { RunConfig } from '../../../learning/config/run-config';
import { firstWorld } from '../../../learning/config/worlds';
import type { RunView } from '../../stores/run-view';
import { shippedTeam, shippedWorld, type VisitingTeam } from '../../stores/visiting-team';
import { environmentById } from '../../stores/worlds';
import type { Room } from './rooms';
import type { TeamState } from './team-game';
import type { TeamQuestion } from './use-teams';

/** What the address of a team begins with where it is a run of this browser. */
export const runAddress = 'run:';

export interface Players {
  /** What is asked: the untrained team, and the trained one where there is one. */
  readonly questions: readonly TeamQuestion[];
  /** Which trained team, below its name. */
  readonly aside: string;
  /** In place of an answer, while there is no trained team to ask. */
  readonly instead?: TeamState;
}

interface Choice {
  /** The world's configuration: a team plays it under its own settings. */
  readonly world: RunConfig;
  readonly room: Room;
  readonly visiting: VisitingTeam;
  readonly run: RunView | undefined;
  readonly gpu: boolean;
}

/** Whether the team that comes with the page plays this world: elsewhere it is not offered. */
export function playsShipped(world: Pick<RunConfig, 'worlds'>): boolean {
  return firstWorld(world).environment === shippedWorld;
}

/** The visiting team in this world; the one that comes with the page stays away where it cannot play. */
export function visitorIn(world: Pick<RunConfig, 'worlds'>, visiting: VisitingTeam): VisitingTeam {
  const shipped = visiting.kind !== 'none' && visiting.from === shippedTeam;
  return shipped && !playsShipped(world) ? { kind: 'none' } : visiting;
}

export function playersOf({ world, room, run, gpu, ...choice }: Choice): Players {
  const visiting = visitorIn(world, choice.visiting);
  const { environment, environmentSettings } = firstWorld(world);
  const visitor = visiting.kind === 'open' ? visiting.team : undefined;
  const other = visitor !== undefined && firstWorld(visitor.config).environment !== environment;
  const config = {
    ...(visitor && !other ? visitor.config : (run?.config ?? world)),
    worlds: [{ environment, environmentSettings, share: 1 }],
  };
  const by = gpu && visiting.kind === 'none' ? 'gpu' : 'processor';
  const name = `${by} ${nameOf(config)} ${room.seed}`;
  const question = (key: string, team: TeamQuestion['team']): TeamQuestion => ({
    key: `${key} ${name}`,
    team,
    config,
    seed: room.seed,
    by,
  });
  const untrained = question('untrained', { kind: 'untrained' });
  if (visitor && !other) {
    const aside = visitor.step === undefined ? visitor.name : `${visitor.name}, ${visitor.step} steps`;
    return { questions: [untrained, question(`opened ${visitor.id}`, { kind: 'opened', id: visitor.id })], aside };
  }
  if (visitor) {
    const { config } = visitor;
    const { name } = environmentById(firstWorld(config).environment, config.definitions).card;
    return {
      questions: [untrained],
      aside: visitor.name,
      instead: {
        kind: 'failed',
        reason: `This team was trained in another world, ${name}: choose that one above.`,
      },
    };
  }
  if (visiting.kind === 'failed') {
    const own = visiting.from === shippedTeam;
    const reason = own
      ? `The team that comes with this page cannot play: ${visiting.reason} Open a team’s file instead.`
      : visiting.reason;
    return { questions: [untrained], aside: own ? '' : visiting.from, instead: { kind: 'failed', reason } };
  }
  if (visiting.kind === 'opening') return { questions: [], aside: visiting.from, instead: { kind: 'playing' } };
  if (!run)
    return {
      questions: [untrained],
      aside: playsShipped(world) ? 'the team that comes with this page' : 'no run yet',
      instead: { kind: 'waiting' },
    };
  return {
    questions: [untrained, question(`${run.id} ${run.step}`, { kind: 'run', runId: run.id })],
    aside: `${run.name}, ${run.step} steps`,
  };
}

function nameOf(config: RunConfig): string {
  const { team, model, wording, settings } = config;
  const { environment, environmentSettings } = firstWorld(config);
  return JSON.stringify([
    environment,
    environmentSettings,
    team,
    model,
    wording,
    settings.turns,
    settings.moveBudget,
    settings.seed,
  ]);
}
