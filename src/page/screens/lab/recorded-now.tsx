// Now, of the recorded run: rooms of the step that is looked at, played move by move along the trunk, each a way into
// its tree; below them what the agents said in one of them.
import { Pause, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { cardOf } from '../../../learning/catalogue';
import { firstWorld } from '../../../learning/config/worlds';
import { Act } from '../../parts/act';
import { Board } from '../../parts/board';
import { useFrames } from '../../parts/board-frames';
import { Bubble, messageOf } from '../../parts/players';
import { roleStyle, roleVariable } from '../../parts/roles';
import { useMedia } from '../../stores/appearance-store';
import { formatRoute } from '../../stores/route';
import { firstWords, framesOf, pictureAt, solvingInWords, toldRoom } from './recorded-rooms';
import type { RecordedOnShow } from './use-recorded';

const shownRooms = 8;
const moveMs = 380;

export function RecordedNow({ run: { view }, tree }: RecordedOnShow) {
  const card = cardOf(firstWorld(view.config).environment, view.config.definitions);
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const worlds = tree.worlds.slice(0, shownRooms);
  const films = worlds.map(framesOf);
  const count = Math.max(0, ...films.map(({ length }) => length));
  const [playing, setPlaying] = useState(!still);
  const [at, setAt] = useFrames({
    count,
    moveMs,
    playing,
    onEnd: () => setPlaying(false),
    loops: false,
    begins: still ? 'end' : 'start',
  });
  const toggle = () => {
    if (!playing && at === count) setAt(0);
    setPlaying(!playing);
  };
  const { branches } = view.config.settings;
  return (
    <>
      <header className="now-head row gap-3">
        <h2 id="now-title">Now</h2>
        <p className="quiet fill">
          {worlds.length} {card.problem}s of step {tree.step}
          {branches > 1 && `; each time the best of ${branches} answers goes on`}
        </p>
        <Act name={playing ? 'Stop' : 'Play the moves again'} Icon={playing ? Pause : RotateCcw} onClick={toggle} />
      </header>
      <ul className="now-boards" aria-label={`${card.problem}s of the recorded step`} data-recorded>
        {worlds.map((world, index) => {
          const film = films[index] ?? [];
          const over = at >= film.length;
          return (
            <li key={`${world.seed} ${world.game ?? 0}`} className="stack gap-0">
              <a
                className="now-room"
                href={formatRoute({ screen: 'rollouts', runId: view.id, step: tree.step, world: index })}
                title="Every answer that was tried here"
              >
                <Board
                  picture={pictureAt(world, film, at)}
                  look={card}
                  size={140}
                  label={`${card.problem} ${index + 1}`}
                  solved={over && world.solved}
                  glideMs={still ? 0 : 180}
                />
              </a>
              <span className={over && world.solved ? 'accent strong size-1' : 'note'}>
                {over ? solvingInWords(world) : '\u00a0'}
              </span>
            </li>
          );
        })}
      </ul>
      <Words tree={tree} view={view} />
    </>
  );
}

/** What the roles said in one room. */
function Words({
  tree,
  view,
}: {
  readonly tree: RecordedOnShow['tree'];
  readonly view: RecordedOnShow['run']['view'];
}) {
  const room = toldRoom(tree);
  const world = tree.worlds[room];
  if (!world) return null;
  const card = cardOf(world.environment, view.config.definitions);
  return (
    <section className="now-said stack gap-1" aria-labelledby="said-title">
      <h3 id="said-title">
        What they said <span className="quiet">{`in ${card.problem} ${room + 1}`}</span>
      </h3>
      <ol className="now-words stack gap-1 size-1">
        {firstWords(world).map(({ group, answer }) => {
          const message = messageOf(card, group);
          return (
            <li key={`${group.turn} ${group.role}`} style={roleVariable(group.role)}>
              <span className="quiet">{roleStyle(group.role).label}:</span>{' '}
              {message ? <Bubble {...message} /> : <b className="mono break">{answer.text.trim() || '(nothing)'}</b>}{' '}
              <span className="quiet">{answer.why}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
