// What can be done with a run of the list.
import { Button, DropdownMenu, IconButton } from '@radix-ui/themes';
import { Copy, Dices, Ellipsis, Gauge, GitFork, Pencil, Play, StickyNote, Tag, Terminal, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { presets } from '../../../learning/config/presets';
import { Place } from '../../features';
import { ForkMenu } from '../../parts/fork-items';
import { canBeEvaluated } from '../../stores/evaluations-store';
import { duplicate, resume } from '../../stores/lab-actions';
import { formatRoute, navigate } from '../../stores/route';
import { refreshRuns, removeRun, runsStore } from '../../stores/runs-store';
import { copyCommands } from '../../stores/shared-setup';
import type { RunSummary } from '../../stores/storage-client';
import { isTraining, useTrainer } from '../../stores/trainer-store';
import { ExportMenu } from './export-menu';
import { withAnotherSeed } from './listed-runs';
import { type OwnWord, openPart } from './listing-store';
import { type Editing, useWhere } from './run-parts';

interface RunActionsProps {
  readonly run: RunSummary;
  readonly editing: Editing;
  /** The pictures of the buttons alone. */
  readonly brief?: boolean;
}

export function RunActions({ run, editing: { edit }, brief = false }: RunActionsProps) {
  const { view } = run;
  const available = useTrainer((state) => state.adapter?.available ?? false);
  const training = useTrainer(isTraining);
  const live = useWhere(view.id) !== undefined;
  const words = brief ? 'visually-hidden' : undefined;
  const resumable = view.status !== 'finished' && !live;
  const chosen = useRef<OwnWord>(undefined); // its field takes the focus once the menu has let go of it
  return (
    <div className={`run-actions row ${brief ? '' : 'gap-4'}`}>
      {resumable && (
        <Button
          size="2"
          variant="soft"
          disabled={!available || training}
          title={training ? 'Another run is training: pause it first' : brief ? 'Resume' : undefined}
          onClick={() => {
            navigate({ screen: 'lab' });
            void resume(view.id);
          }}
        >
          <Play size={14} aria-hidden /> <span className={words}>Resume</span>
        </Button>
      )}
      <Button size="2" variant="ghost" color="gray" asChild>
        <a
          href={formatRoute({ screen: 'rollouts', runId: view.id })}
          aria-label={`Rollouts of ${view.name}`}
          title={brief ? 'Rollouts' : undefined}
        >
          <GitFork size={14} aria-hidden /> <span className={words}>Rollouts</span>
        </a>
      </Button>
      <ExportMenu run={view} brief={brief} />
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
            <DropdownMenu.Item onSelect={() => openPart.setState({ runId: view.id, part: 'evaluation' })}>
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
    </div>
  );
}
