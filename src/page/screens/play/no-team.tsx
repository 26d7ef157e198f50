// What stands in the place of a team that cannot play: how to get one, or what was recorded of others.
import { Button } from '@radix-ui/themes';
import type { ReactNode } from 'react';
import type { Preset } from '../../../learning/config/presets';
import { Board } from '../../parts/board';
import { sentence } from '../../parts/format';
import { type RecordedRun, recordedPlay } from '../../stores/recorded-run';
import { formatRoute } from '../../stores/route';
import { shippedWorld } from '../../stores/visiting-team';
import { environmentById } from '../../stores/worlds';
import { type Room, roomOfSeed, sameWorld } from './rooms';
import { Solution } from './solution';

export function NoRun({ problem, gpu }: { readonly problem: string; readonly gpu: boolean }) {
  return (
    <Note>
      <p>
        No team has been trained on this {problem} yet.{' '}
        {gpu
          ? 'Click Train in the Lab; after the first step it can play here.'
          : 'Training needs a GPU, which this page cannot reach; a team’s file can be opened below.'}
      </p>
      <p>
        The team that comes with this page{' '}
        <a href={formatRoute({ screen: 'play', preset: shippedWorld, seed: 1 })}>
          plays {environmentById(shippedWorld).card.name}
        </a>
        .
      </p>
      {gpu && (
        <Button variant="soft" asChild>
          <a href={formatRoute({ screen: 'lab' })}>Go to the Lab</a>
        </Button>
      )}
    </Note>
  );
}

const thumbnail = 'stack gap-1 card panel ink center size-1 thumbnail';

interface NoGpuProps {
  /** Why the processor cannot do it either. */
  readonly reason: string;
  readonly recorded: RecordedRun | undefined;
  /** The one of its steps that is looked at in the Lab, where one was chosen there; else the last. */
  readonly step: number | undefined;
  readonly room: Room;
  readonly preset: Preset;
  readonly onRoom: (number: number) => void;
}

export function NoGpu({ reason, recorded, step, room, preset, onRoom }: NoGpuProps) {
  const { card } = room.environment;
  const { problem } = card;
  const same = recorded !== undefined && sameWorld(recorded.view.config, preset.config);
  const plays = same
    ? [...new Set(recorded.plays?.map(({ seed }) => seed))].flatMap((seed) => {
        const play = recordedPlay(recorded, seed, step);
        const number = roomOfSeed(seed);
        return play && number ? [{ play, number }] : [];
      })
    : [];
  const after = [...new Set(plays.map(({ play }) => play.step))];
  const tree = same ? (recorded.trees.find((one) => one.step === step) ?? recorded.trees.at(-1)) : undefined;
  return (
    <Note>
      <p>
        The teams cannot play here: this browser offers no GPU, and on the processor: {sentence(reason)} The {problem}{' '}
        can still be played by hand{room.solution === undefined ? '.' : ', and this is how the solver does it:'}
      </p>
      {room.solution !== undefined && (
        <Solution key={room.seed} room={room} solution={room.solution} size={160} begins="start" />
      )}
      {plays.length > 0 && (
        <>
          <p>
            The games of both teams were recorded in these {problem}s, the trained one’s after step {after.join(', ')}
            {step !== undefined && !after.includes(step) && ` (none after step ${step}, where the Lab’s slider is)`}:
          </p>
          <div className="wrap flex gap-3">
            {plays.slice(0, 12).map(({ play, number }) => (
              <button type="button" className={thumbnail} key={number} onClick={() => onRoom(number)}>
                <Board picture={play.trained.start} look={card} size={84} label={`${problem} ${number}`} />
                {problem} {number}
              </button>
            ))}
          </div>
        </>
      )}
      {recorded && tree && (
        <>
          <p>
            What a team tried in step {tree.step} of {recorded.view.name}, answer by answer:
          </p>
          <div className="wrap flex gap-3">
            {tree.worlds.slice(0, 6).map((world, index) => (
              <a
                key={world.seed}
                className={thumbnail}
                href={formatRoute({ screen: 'rollouts', runId: recorded.view.id, step: tree.step, world: index })}
              >
                <Board
                  picture={world.start}
                  look={card}
                  size={84}
                  label={`${problem} ${index + 1}`}
                  solved={world.solved}
                />
                {world.solved ? 'solved' : 'not solved'}
              </a>
            ))}
          </div>
        </>
      )}
    </Note>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <div className="stack gap-3 quiet top" style={{ maxWidth: 640 }}>
      {children}
    </div>
  );
}
