// The same validation problem played by a run of each arm, side by side, one slider for the turns of all.
import { Button } from '@radix-ui/themes';
import { Play, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { reasonOf } from '../../../basics/reason';
import { firstWorld } from '../../../learning/config/worlds';
import { worldSeed } from '../../../learning/environments/splits';
import { Choose } from '../../../page/parts/choose';
import { Fault } from '../../../page/parts/fault';
import { sentence } from '../../../page/parts/format';
import { Term } from '../../../page/parts/term';
import { boardWidth } from '../../../page/screens/play/board-width';
import { chainOf } from '../../../page/screens/play/chain';
import { RoomNumber } from '../../../page/screens/play/room-number';
import { TeamGame, type TeamState } from '../../../page/screens/play/team-game';
import { type TeamQuestion, useTeams } from '../../../page/screens/play/use-teams';
import type { RunView } from '../../../page/stores/run-view';
import { isTraining, useTrainer } from '../../../page/stores/trainer-store';
import { environmentById, unreadyBecause, useWorldsOf } from '../../../page/stores/worlds';
import type { Arm } from './arms';
import { problemIn } from './compare-curves';

export function CompareRoom({ arms }: { readonly arms: readonly Arm[] }) {
  const [number, setNumber] = useState(1);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [wanted, setWanted] = useState(false);
  const [turn, setTurn] = useState(Number.POSITIVE_INFINITY);
  const training = useTrainer(isTraining);
  const adapter = useTrainer((state) => state.adapter);
  const problem = problemIn(arms);
  const first = arms[0]?.runs[0].config;
  const changes = useWorldsOf(first ?? {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: worlds that become ready are changes
  const room = useMemo(() => first && roomOf(first, number), [first, number, changes]);
  const by = adapter?.available ? 'gpu' : 'processor';
  const players = arms.map((arm) => {
    const run = arm.runs.find(({ id }) => id === chosen[arm.id]) ?? arm.runs[0];
    const question = room?.kind === 'drawn' ? questionOf(run, room, by) : undefined;
    return { arm, run, question };
  });
  const asked = players.flatMap(({ question }) => question ?? []);
  const answers = useTeams(asked, adapter !== undefined && wanted);
  const states = new Map(asked.map(({ key }, index) => [key, answers[index]]));
  if (!room) return null;
  const shown = players.map((player) => ({ ...player, state: stateOf(player, states, wanted) }));
  const played = shown.flatMap(({ state }) => (state.kind === 'played' ? chainOf(state.world) : []));
  const turns = Math.max(0, ...played.map(({ group }) => group.turn));
  const at = Math.min(turn, turns);
  const waiting = answers.filter(({ kind }) => kind === 'playing').length;
  return (
    <section className="grid gap-3" aria-labelledby="compare-room">
      <h2 id="compare-room">
        The same {problem}{' '}
        <span className="quiet">
          a validation {problem}, <Term id="greedy">greedy</Term>, by the <Term id="checkpoint">checkpoint</Term> that
          each run reports
        </span>
      </h2>
      <div className="row gap-3 wrap">
        <RoomNumber key={number} problem={problem} number={number} onNumber={setNumber} />
        {wanted && waiting > 0 ? (
          <>
            <Button variant="soft" color="gray" onClick={() => setWanted(false)}>
              <X size={14} aria-hidden /> Cancel
            </Button>
            <span role="status" className="quiet">
              {asked.length - waiting} of {asked.length} teams have played
              {training && ': the lab is training, and they play between two steps'}
            </span>
          </>
        ) : (
          !wanted && (
            <Button disabled={!adapter || asked.length === 0} onClick={() => setWanted(true)}>
              <Play size={15} aria-hidden /> Let the teams play
            </Button>
          )
        )}
        {turns > 0 && (
          <label className="row grow compare-turns">
            <span className="nowrap">
              turn {at} of {turns}
            </span>
            <input
              className="slider full"
              type="range"
              min={0}
              max={turns}
              value={at}
              aria-valuetext={at === 0 ? 'start' : `turn ${at}`}
              onChange={(event) => setTurn(Number(event.target.value))}
            />
          </label>
        )}
      </div>
      {room.kind === 'refused' ? (
        <Fault>
          This {problem} cannot be drawn: {sentence(room.why)}
        </Fault>
      ) : (
        <div className="compare-games">
          {shown.map(({ arm, run, state }) => (
            <div key={arm.id} className="stack slim" style={{ ['--arm' as string]: `var(--${arm.color}-10)` }}>
              <TeamGame
                name={run.name}
                aside={
                  arm.runs.length === 1 ? (
                    `seed ${run.config.settings.seed}, ${run.step} steps`
                  ) : (
                    <>
                      <Choose
                        size="1"
                        variant="ghost"
                        aria-label={`Seed of ${arm.name}`}
                        value={run.id}
                        options={arm.runs.map(({ id, config }) => ({ id, name: `seed ${config.settings.seed}` }))}
                        onChoose={(id) => setChosen((old) => ({ ...old, [arm.id]: id }))}
                      />
                      , {run.step} steps
                    </>
                  )
                }
                state={state}
                start={room.picture}
                look={room.environment.card}
                problem={problem}
                size={boardWidth(room.picture, { usual: 190, most: 260 })}
                at={answersUntil(state, at)}
                onAt={(answer) => setTurn(turnOf(state, answer))}
              />
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

type Room = ReturnType<typeof roomOf>;

/** Validation problem `number` (from 1) of a run's first world. */
function roomOf(config: RunView['config'], number: number) {
  const { environment: id, environmentSettings } = firstWorld(config);
  const seed = worldSeed('validation', number - 1);
  try {
    const unready = unreadyBecause(id, config.definitions);
    if (unready !== undefined) return { kind: 'refused', why: unready } as const;
    const environment = environmentById(id, config.definitions);
    const picture = environment.picture(environment.start(seed, environmentSettings));
    return { kind: 'drawn', environment, environmentSettings, seed, picture } as const;
  } catch (fault) {
    return { kind: 'refused', why: reasonOf(fault) } as const;
  }
}

/** Undefined where the run has nothing that could play this room. */
function questionOf(run: RunView, room: Extract<Room, { kind: 'drawn' }>, by: 'gpu' | 'processor') {
  const world = run.config.worlds.find(({ environment }) => environment === room.environment.card.id);
  if (!world || run.step === 0) return undefined;
  const worlds = [{ ...world, environmentSettings: room.environmentSettings, share: 1 }];
  const question: TeamQuestion = {
    key: `${by} ${run.id} ${run.step} ${JSON.stringify(worlds)} ${room.seed}`,
    team: { kind: 'run', runId: run.id },
    config: { ...run.config, worlds },
    seed: room.seed,
    by,
  };
  return question;
}

function stateOf(
  { run, question }: { readonly run: RunView; readonly question: TeamQuestion | undefined },
  states: ReadonlyMap<string, TeamState | undefined>,
  wanted: boolean,
): TeamState {
  if (!question) {
    const reason =
      run.step === 0
        ? 'This run has no checkpoint yet: let it train for a step first.'
        : 'This run was trained in another world.';
    return { kind: 'failed', reason };
  }
  const state = states.get(question.key) ?? { kind: 'waiting' };
  if (state.kind === 'failed') return { kind: 'failed', reason: `It could not play: ${sentence(state.reason)}` };
  return state.kind === 'playing' && !wanted ? { kind: 'waiting' } : state;
}

const chain = (state: TeamState) => (state.kind === 'played' ? chainOf(state.world) : []);

/** How many answers a team has given when this turn is over. */
function answersUntil(state: TeamState, turn: number): number {
  return chain(state).filter(({ group }) => group.turn <= turn).length;
}

function turnOf(state: TeamState, answer: number): number {
  return chain(state)[answer - 1]?.group.turn ?? 0;
}
