// Which GPU does the work; a software one says what that means.
import { Button, Popover } from '@radix-ui/themes';
import { Cpu, Zap } from 'lucide-react';
import type { AdapterReport } from '../../run/trainer-api';
import { Place } from '../features';
import { useTrainer } from '../stores/trainer-store';
import { sentence } from './format';

export function GpuChip() {
  const adapter = useTrainer((state) => state.adapter);
  if (!adapter) return <span className="quiet size-1 nowrap">Looking for the GPU…</span>;
  const more = adapter.available && adapter.software ? ' – slow but right' : ''; // where there is room
  const Icon = adapter.available && !adapter.software ? Zap : Cpu;
  return (
    <Popover.Root>
      <Popover.Trigger>
        <Button size="1" variant="soft" color="gray" radius="full" aria-label={`GPU: ${wordsOf(adapter)}${more}`}>
          <Icon size={14} aria-hidden />
          <span className="chip-text cut">
            {wordsOf(adapter)}
            <span className="chip-more">{more}</span>
          </span>
        </Button>
      </Popover.Trigger>
      <Popover.Content size="1" maxWidth="320px" align="end">
        <p className="strong size-2">{adapter.available ? adapter.name : 'No GPU for this page'}</p>
        <p className="quiet size-2">{meaningOf(adapter)}</p>
        {adapter.available && <Place name="gpu" />}
      </Popover.Content>
    </Popover.Root>
  );
}

function wordsOf(adapter: AdapterReport): string {
  if (!adapter.available) return 'no GPU';
  return adapter.software ? 'processor' : adapter.name;
}

function meaningOf(adapter: AdapterReport): string {
  if (!adapter.available)
    return `${sentence(adapter.missing?.what ?? 'WebGPU is missing')} ${adapter.missing?.todo ?? ''}`;
  const parts = [adapter.vendor, adapter.architecture].filter((part) => part !== '').join(', ');
  const place = 'All of the training happens here, in this tab; nothing is sent anywhere.';
  if (!adapter.software) return `${parts ? `${parts}. ` : ''}${place}`;
  return `The browser computes on the processor instead of a graphics card: the same results, many times slower. ${place}`;
}
