// What is shown of a run, in a row of the table as on a card.
import { Badge, Progress } from '@radix-ui/themes';
import { Place } from '../../features';
import { ForkedFrom } from '../../parts/forked-from';
import { intervalOf, knobText, percent, playedOf, sentence, toldOf } from '../../parts/format';
import { formatRoute } from '../../stores/route';
import type { RunView } from '../../stores/run-view';
import { noteRun, renameRun, tagRun, useRuns } from '../../stores/runs-store';
import { changesOf } from '../../stores/setup-store';
import type { RunSummary } from '../../stores/storage-client';
import { useTrainer } from '../../stores/trainer-store';
import { EvaluatingBadge } from './evaluating';
import { successOf, tagsFrom } from './listed-runs';
import { closePart, type OwnWord, openPart } from './listing-store';
import { NotesField, Tags, WordsField } from './run-words';

export interface Editing {
  readonly word: OwnWord | undefined;
  readonly edit: (word: OwnWord) => void;
  readonly done: () => void;
}

export function useEditing(runId: string): Editing {
  const part = openPart((open) => (open.runId === runId ? open.part : undefined));
  return {
    word: part === 'evaluation' ? undefined : part,
    edit: (word) => openPart.setState({ runId, part: word }),
    done: closePart,
  };
}

interface PartProps {
  readonly run: RunSummary;
  readonly editing: Editing;
}

export function RunName({ run: { view }, editing: { word, done } }: PartProps) {
  const state = stateOf(view, useWhere(view.id));
  const rename = (name: string) => {
    if (name !== '') void renameRun(view.id, name);
  };
  return (
    <div className="row gap-3">
      <Place name="runTick" view={view} />
      <h2 className="row wrap gap-3">
        {word === 'name' ? (
          <WordsField label="Name of the run" words={view.name} done={done} keep={rename} />
        ) : (
          <a href={formatRoute({ screen: 'lab', runId: view.id })}>{view.name}</a>
        )}
        <Badge color={state.color} variant="soft">
          {state.words}
        </Badge>
        <Place name="runBadge" view={view} />
        <EvaluatingBadge runId={view.id} />
      </h2>
    </div>
  );
}

/** Whence it goes on, its tags and notes, and why it stopped. */
export function RunWords({ run: { view, note, tags = [], notes = '' }, editing: { word, done } }: PartProps) {
  return (
    <>
      {view.config.fork && <ForkedFrom fork={view.config.fork} />}
      {word === 'tags' ? (
        <WordsField
          label={`Tags of ${view.name}, separated by commas`}
          words={tags.join(', ')}
          done={done}
          keep={(text) => void tagRun(view.id, tagsFrom(text))}
        />
      ) : (
        <Tags tags={tags} />
      )}
      {word === 'notes' ? (
        <NotesField
          label={`Notes on ${view.name}`}
          words={notes}
          done={done}
          keep={(text) => void noteRun(view.id, text)}
        />
      ) : (
        notes && <p className="run-notes size-1">{notes}</p>
      )}
      {(view.reason ?? note) && <p className="warn">{sentence(view.reason ?? note ?? '')}</p>}
    </>
  );
}

export function ChangedSettings({ view }: { readonly view: RunView }) {
  const changes = changesOf(view.config);
  if (changes.length === 0) return null;
  return (
    <ul className="run-changes row wrap quiet size-1" aria-label="Changed settings">
      {changes.map(({ name, value, usual }) => (
        <li key={name} title={`usually ${knobText(usual)}`}>
          {name} <b>{knobText(value)}</b>
        </li>
      ))}
    </ul>
  );
}

export function Success({ run }: { readonly run: RunSummary }) {
  const { view, validation } = run;
  const shown = successOf(run);
  if (!shown) return <div className="run-success quiet grid gap-0 size-1">not measured yet</div>;
  return (
    <div className="run-success grid gap-0 size-1">
      <b>{percent(shown.rate)}</b>
      <span className="quiet">
        {intervalOf(shown)}, {playedOf(shown)}
        {toldOf(shown)}
        {view.after
          ? view.before
            ? `, before ${percent(view.before.rate)}`
            : ''
          : validation
            ? ', validation'
            : ', untrained'}
      </span>
    </div>
  );
}

export function StepsDone({ view }: { readonly view: RunView }) {
  const total = view.config.settings.steps;
  return (
    <>
      <span>
        <b>{view.step}</b> of {total} steps
      </span>
      <Progress
        value={(100 * view.step) / total}
        size="1"
        color={view.status === 'finished' ? undefined : 'gray'}
        aria-label={`${view.step} of ${total} steps`}
      />
    </>
  );
}

/** Where a run trains now, if anywhere. */
export function useWhere(id: string): 'here' | 'elsewhere' | undefined {
  const live = useTrainer((state) => state.live?.id === id && state.live.status === 'running');
  const elsewhere = useRuns((state) => state.elsewhere.includes(id));
  return live ? 'here' : elsewhere ? 'elsewhere' : undefined;
}

function stateOf(
  view: RunView,
  where: ReturnType<typeof useWhere>,
): { readonly words: string; readonly color: 'jade' | 'gray' | 'amber' | 'red' } {
  if (where === 'here') return { words: 'training now', color: 'jade' };
  if (where === 'elsewhere') return { words: 'training in another tab', color: 'jade' };
  if (view.status === 'running') return { words: 'cut off', color: 'amber' };
  const words = { ready: 'not started', paused: 'paused', finished: 'finished', failed: 'stopped' } as const;
  return {
    words: words[view.status],
    color:
      view.status === 'failed'
        ? 'red'
        : view.status === 'paused'
          ? 'amber'
          : view.status === 'finished'
            ? 'jade'
            : 'gray',
  };
}
