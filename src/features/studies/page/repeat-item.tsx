// “Repeat with seeds 2–5…” among a run's actions.
import { DropdownMenu } from '@radix-ui/themes';
import { Repeat } from 'lucide-react';
import { presets } from '../../../learning/config/presets';
import type { RunView } from '../../../page/stores/run-view';
import { useRuns } from '../../../page/stores/runs-store';
import { nextSeeds, seedsInWords } from '../shared/repeat';
import { wishRepeat } from './repeat-store';

export function RepeatItem({ view, gpu }: { readonly view: RunView; readonly gpu: boolean }) {
  const runs = useRuns((state) => state.runs);
  const { id, step, recorded, config } = view;
  if (step === 0 || recorded || config.fork || !presets.some((preset) => preset.id === config.preset)) return null;
  const seeds = nextSeeds(
    config,
    runs.map((run) => run.view.config),
  );
  return (
    <DropdownMenu.Item disabled={!gpu} onSelect={() => wishRepeat({ runId: id, seeds })}>
      <Repeat size={14} aria-hidden /> Repeat with seeds {seedsInWords(seeds)}…
    </DropdownMenu.Item>
  );
}
