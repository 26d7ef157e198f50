// “Publish…” among a run's actions, where it has adapters.
import { DropdownMenu } from '@radix-ui/themes';
import { CloudUpload } from 'lucide-react';
import { basePolicy } from '../../../contract/learner';
import type { RunView } from '../../../page/stores/run-view';
import { openPublish } from './publish-store';

export function PublishItem({ view }: { readonly view: RunView }) {
  const { id, step, recorded, config } = view;
  const trained = Object.values(config.policies).some((policy) => policy !== basePolicy);
  if (step === 0 || recorded || config.trainable !== 'adapter' || !trained) return null;
  return (
    <DropdownMenu.Item onSelect={() => openPublish(id)}>
      <CloudUpload size={14} aria-hidden /> Publish on the hub…
    </DropdownMenu.Item>
  );
}
