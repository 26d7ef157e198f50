// Compared with what TensorBoard's own writer makes of the same events (e2e/foreign/make_events_golden.py).
import { describe, expect, it } from 'vitest';
import { eventFile, eventFileName } from './event-file';
import golden from './golden/events.json';
import { crc32c } from './record-file';

describe('the checksum', () => {
  const bytes = (count: number, byteAt: (at: number) => number) =>
    Uint8Array.from({ length: count }, (_, at) => byteAt(at));

  it('is CRC-32C: the examples of RFC 3720, B.4', () => {
    expect(crc32c(bytes(32, () => 0))).toBe(0x8a9136aa);
    expect(crc32c(bytes(32, () => 0xff))).toBe(0x62a8ab43);
    expect(crc32c(bytes(32, (at) => at))).toBe(0x46dd794e);
    expect(crc32c(bytes(32, (at) => 31 - at))).toBe(0x113fdb5c);
  });
});

describe('an event file', () => {
  const success = { tag: 'success/validation', description: 'Share solved' };
  const startMs = 1_795_533_756_500;
  const bins = [
    { left: -3, right: 0, count: 5 },
    { left: 0, right: 3, count: 7 },
  ];
  const file = eventFile([
    { step: 0, atMs: startMs, texts: [{ tag: 'configuration', markdown: 'rôle' }] },
    {
      step: 1,
      atMs: startMs + 1750,
      scalars: [{ ...success, value: 0.125 }],
      histograms: [{ tag: 'advantages/tool', description: 'Of its answers', bins }],
    },
    { step: 300, atMs: startMs + 3500, scalars: [{ ...success, value: 0.75 }] },
  ]);

  it('is to the byte the one that TensorBoard’s writer makes', () => {
    expect(Buffer.from(file).toString('base64')).toBe(golden.file);
  });

  it('has a name that TensorBoard looks for', () => {
    expect(eventFileName(startMs)).toBe('events.out.tfevents.1795533756.grove');
  });
});
