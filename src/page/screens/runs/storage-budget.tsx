// How much rollout trees may take, and what they take now. Oldest trees go first; the first and the last of a run
// always stay.
import { Progress } from '@radix-ui/themes';
import { useId } from 'react';
import { Choose } from '../../parts/choose';
import { bytes } from '../../parts/format';
import { changeTreeBudget } from '../../stores/runs-store';
import type { StorageUsage } from '../../stores/storage-client';

const choices = [50e6, 100e6, 200e6, 500e6, 1e9, 2e9, 5e9];

export function StorageBudget({ usage }: { readonly usage: StorageUsage }) {
  const id = useId();
  const { treeBytes, treeBudget, usedBytes, quotaBytes } = usage;
  const offered = choices.includes(treeBudget) ? choices : [...choices, treeBudget].sort((a, b) => a - b);
  const share = treeBudget > 0 ? Math.min(100, (100 * treeBytes) / treeBudget) : 100;
  return (
    <div className="budget grid">
      <p className="row wrap">
        <label htmlFor={id} title="Oldest trees go first; the first and the last tree of a run always stay.">
          Rollout trees: <b>{bytes(treeBytes)}</b> of at most
        </label>
        <Choose
          id={id}
          size="1"
          value={String(treeBudget)}
          options={offered.map((choice) => ({ id: String(choice), name: bytes(choice) }))}
          onChoose={(value) => void changeTreeBudget(Number(value))}
        />
      </p>
      <Progress
        size="1"
        value={share}
        color={share > 95 ? 'amber' : undefined}
        aria-label={`Trees use ${Math.round(share)} per cent of their budget`}
      />
      {usedBytes !== undefined && quotaBytes !== undefined && (
        <p className="note">
          The whole page uses {bytes(usedBytes)} of {bytes(quotaBytes)} the browser allows.
        </p>
      )}
    </div>
  );
}
