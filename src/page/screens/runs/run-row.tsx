// One run of the list.
import { Badge, Button, DropdownMenu, IconButton, Progress } from '@radix-ui/themes';
import { Copy, Dices, Ellipsis, Gauge, GitFork, Pencil, Play, StickyNote, Tag, Terminal, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { presets } from '../../../learning/config/presets';
import { Place } from '../../features';
import { ForkMenu } from '../../parts/fork-items';
import { ForkedFrom } from '../../parts/forked-from';
import { bytes, duration, intervalOf, knobText, moment, percent, playedOf, sentence, toldOf } from '../../parts/format';
import { canBeEvaluated } from '../../stores/evaluations-store';
import { duplicate, resume } from '../../stores/lab-actions';
import { formatRoute, navigate } from '../../stores/route';
import type { RunView } from '../../stores/run-view';
import { noteRun, refreshRuns, removeRun, renameRun, runsStore, tagRun, useRuns } from '../../stores/runs-store';
import { changesOf } from '../../stores/setup-store';
import { copyCommands } from '../../stores/shared-setup';
import type { RunSummary } from '../../stores/storage-client';
import { isTraining, useTrainer } from '../../stores/trainer-store';
import { EvaluateDialog } from './evaluate-dialog';
import { EvaluatingBadge } from './evaluating';
import { ExportMenu } from './export-menu';
import { successOf, tagsFrom, withAnotherSeed } from './listed-runs';
import { NotesField, Tags, WordsField } from './run-words';

type OwnWord = 'name' | 'tags' | 'notes';

export function RunRow({ run }: { readonly run: RunSummary }) {
  const { view, createdAt, seconds, bytes: size, note, tags = [], notes } = run;
  const [editing, setEditing] = useState<OwnWord>();
  const live = useTrainer((state) => state.live?.id === view.id && state.live.status === 'running');
  const elsewhere = useRuns((state) => state.elsewhere.includes(view.id));
  const state = stateOf(view, live, elsewhere);
  const changes = changesOf(view.config);
  const total = view.config.settings.steps;
  const preset = presets.find(({ id }) => id === view.config.preset)?.name ?? view.config.preset;
  const finish = () => setEditing(undefined);
  const rename = (name: string) => {
    if (name !== '') void renameRun(view.id, name);
  };
  return (
    <li className="run line-below" data-testid="run">
      <div className="run-what grid gap-1">
        <div className="row gap-3">
          <Place name="runTick" view={view} />
          <h2 className="row wrap gap-3">
            {editing === 'name' ? (
              <WordsField label="Name of the run" words={view.name} done={finish} keep={rename} />
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
        <p className="quiet">
          {preset} · {moment(createdAt, Date.now())}
        </p>
        {view.config.fork && <ForkedFrom fork={view.config.fork} />}
        {changes.length > 0 && (
          <ul className="run-changes row wrap quiet size-1" aria-label="Changed settings">
            {changes.map(({ name, value, usual }) => (
              <li key={name} title={`usually ${knobText(usual)}`}>
                {name} <b>{knobText(value)}</b>
              </li>
            ))}
          </ul>
        )}
        {editing === 'tags' ? (
          <WordsField
            label={`Tags of ${view.name}, separated by commas`}
            words={tags.join(', ')}
            done={finish}
            keep={(text) => void tagRun(view.id, tagsFrom(text))}
          />
        ) : (
          <Tags tags={tags} />
        )}
        {editing === 'notes' ? (
          <NotesField
            label={`Notes on ${view.name}`}
            words={notes ?? ''}
            done={finish}
            keep={(text) => void noteRun(view.id, text)}
          />
        ) : (
          notes && <p className="run-notes size-1">{notes}</p>
        )}
        {(view.reason ?? note) && <p className="warn">{sentence(view.reason ?? note ?? '')}</p>}
      </div>
      <Success run={run} />
      <div className="grid gap-1 size-2">
        <span>
          <b>{view.step}</b> of {total} steps
        </span>
        <Progress
          value={(100 * view.step) / total}
          size="1"
          color={view.status === 'finished' ? undefined : 'gray'}
          aria-label={`${view.step} of ${total} steps`}
        />
        <span className="quiet">
          {duration(seconds)} · {bytes(size)}
        </span>
      </div>
      <Actions run={run} live={live || elsewhere} edit={setEditing} />
    </li>
  );
}

function Success({ run }: { readonly run: RunSummary }) {
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

interface ActionsProps {
  readonly run: RunSummary;
  readonly live: boolean;
  readonly edit: (what: OwnWord) => void;
}

function Actions({ run, live, edit }: ActionsProps) {
  const { view } = run;
  const available = useTrainer((state) => state.adapter?.available ?? false);
  const training = useTrainer(isTraining);
  const resumable = view.status !== 'finished' && !live;
  const [evaluating, setEvaluating] = useState(false);
  const chosen = useRef<OwnWord>(undefined); // its field takes the focus once the menu has let go of it
  return (
    <div className="run-actions row gap-4">
      {resumable && (
        <Button
          size="2"
          variant="soft"
          disabled={!available || training}
          title={training ? 'Another run is training: pause it first' : undefined}
          onClick={() => {
            navigate({ screen: 'lab' });
            void resume(view.id);
          }}
        >
          <Play size={14} aria-hidden /> Resume
        </Button>
      )}
      <Button size="2" variant="ghost" color="gray" asChild>
        <a href={formatRoute({ screen: 'rollouts', runId: view.id })} aria-label={`Rollouts of ${view.name}`}>
          <GitFork size={14} aria-hidden /> Rollouts
        </a>
      </Button>
      <ExportMenu run={view} />
      <DropdownMenu.Root>
        <DropdownMenu.Trigger>
          <IconButton size="2" variant="ghost" color="gray" aria-label={`More for ${view.name}`}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content
          align="end"
          onCloseAutoFocus={(event) => {
            if (!chosen.current) return;
            event.preventDefault();
            edit(chosen.current);
            chosen.current = undefined;
          }}
        >
          <DropdownMenu.Item
            onSelect={() => {
              chosen.current = 'name';
            }}
          >
            <Pencil size={14} aria-hidden /> Rename
          </DropdownMenu.Item>
          <DropdownMenu.Item
            onSelect={() => {
              chosen.current = 'tags';
            }}
          >
            <Tag size={14} aria-hidden /> Tags…
          </DropdownMenu.Item>
          <DropdownMenu.Item
            onSelect={() => {
              chosen.current = 'notes';
            }}
          >
            <StickyNote size={14} aria-hidden /> Notes…
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => duplicate(view.config)}>
            <Copy size={14} aria-hidden /> Duplicate its settings
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => duplicate(withAnotherSeed(view.config, runsStore.getState().runs))}>
            <Dices size={14} aria-hidden /> The same with another seed
          </DropdownMenu.Item>
          <ForkMenu run={view} />
          {presets.some(({ id }) => id === view.config.preset) && (
            <DropdownMenu.Item onSelect={() => void copyCommands(view.config, view.name)}>
              <Terminal size={14} aria-hidden /> Copy as commands
            </DropdownMenu.Item>
          )}
          {canBeEvaluated(view) && !live && (
            <DropdownMenu.Item onSelect={() => setEvaluating(true)}>
              <Gauge size={14} aria-hidden /> Evaluate…
            </DropdownMenu.Item>
          )}
          <Place name="runMenu" view={view} gpu={available} />
          <DropdownMenu.Separator />
          <DropdownMenu.Item color="red" disabled={live} onSelect={() => void removeRun(run).then(refreshRuns)}>
            <Trash2 size={14} aria-hidden /> Delete
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      <EvaluateDialog run={view} open={evaluating} onOpenChange={setEvaluating} />
    </div>
  );
}

function stateOf(
  view: RunView,
  live: boolean,
  elsewhere: boolean,
): { readonly words: string; readonly color: 'jade' | 'gray' | 'amber' | 'red' } {
  if (live) return { words: 'training now', color: 'jade' };
  if (elsewhere) return { words: 'training in another tab', color: 'jade' };
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
