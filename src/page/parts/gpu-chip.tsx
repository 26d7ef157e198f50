// Which GPU does the work; a software one says what that means.
import { Popover } from '@radix-ui/themes';
import { Cpu, Zap } from 'lucide-react';
import type { AdapterReport } from '../../run/trainer-api';
import { Place } from '../features';
import { useTrainer } from '../stores/trainer-store';
import { sentence } from './format';

export function GpuChip() {
  const adapter = useTrainer((state) => state.adapter);
  if (!adapter) return <span className="chip chip-quiet">Looking for the GPU…</span>;
  const Icon = adapter.available && !adapter.software ? Zap : Cpu;
  return (
    <Popover.Root>
      <Popover.Trigger>
        <button type="button" className="chip" aria-label={`GPU: ${wordsOf(adapter)}`}>
          <Icon size={14} aria-hidden />
          <span className="chip-text">{wordsOf(adapter)}</span>
        </button>
      </Popover.Trigger>
      <Popover.Content size="1" maxWidth="320px" align="end">
        <p className="chip-title strong size-2">{adapter.available ? adapter.name : 'No GPU for this page'}</p>
        <p className="quiet size-2">{meaningOf(adapter)}</p>
        {adapter.available && <Place name="gpu" />}
      </Popover.Content>
    </Popover.Root>
  );
}

function wordsOf(adapter: AdapterReport): string {
  if (!adapter.available) return 'no GPU';
  return adapter.software ? 'software – slow but right' : adapter.name;
}

function meaningOf(adapter: AdapterReport): string {
  if (!adapter.available) return `${sentence(adapter.missing?.what ?? 'WebGPU is missing')} ${adapter.missing?.todo ?? ''}`;
  const parts = [adapter.vendor, adapter.architecture].filter((part) => part !== '').join(', ');
  const place = 'All of the training happens here, in this tab; nothing is sent anywhere.';
  if (!adapter.software) return `${parts ? `${parts}. ` : ''}${place}`;
  return `The browser computes on the processor instead of a graphics card: the same results, many times slower. ${place}`;
}
