// TensorBoard's event files: scalars, texts and histograms by their tags, each event a TFRecord. Field numbers are
// those of tensorflow's event.proto, summary.proto and tensor.proto; scalars are "simple values", which every reader
// knows – tbparse, with which Trackio imports, takes no others.
import { field, many, protobufMessage } from '../../../files/formats/protobuf';
import { recordFile } from './record-file';

export interface Scalar {
  readonly tag: string;
  readonly value: number;
  /** Shown beside the chart. */
  readonly description: string;
}

/** Markdown. */
export interface Text {
  readonly tag: string;
  readonly markdown: string;
}

export interface Histogram {
  readonly tag: string;
  readonly description: string;
  readonly bins: readonly { readonly left: number; readonly right: number; readonly count: number }[];
}

export interface TrackedEvent {
  readonly step: number;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly scalars?: readonly Scalar[];
  readonly texts?: readonly Text[];
  readonly histograms?: readonly Histogram[];
}

const schema = {
  Event: {
    wallTime: field('double', 1),
    step: field('int64', 2),
    fileVersion: field('string', 3),
    summary: field('Summary', 5),
  },
  Summary: { value: many('Value', 1) },
  Value: {
    tag: field('string', 1),
    simpleValue: field('float', 2),
    tensor: field('Tensor', 8),
    metadata: field('Metadata', 9),
  },
  Metadata: { pluginData: field('PluginData', 1), description: field('string', 3), dataClass: field('int32', 4) },
  PluginData: { pluginName: field('string', 1) },
  Tensor: {
    dtype: field('int32', 1),
    shape: field('Shape', 2),
    doubles: many('double', 6),
    texts: many('string', 8),
  },
  Shape: { dim: many('Dimension', 2) },
  Dimension: { size: field('int64', 1) },
};
const eventMessage = protobufMessage(schema, 'Event');

/** DataType of tensor.proto. */
const dataTypes = { double: 2, string: 7 } as const;
/** DataClass of summary.proto, by the plugin that shows the values. */
const dataClasses = { scalars: 1, text: 2, histograms: 2 } as const;
type Plugin = keyof typeof dataClasses;

/** At least one event: the file begins when the first of them happened. */
export function eventFile(events: readonly TrackedEvent[]): Uint8Array<ArrayBuffer> {
  const startMs = events[0]?.atMs ?? 0;
  const known = new Set<string>();
  const all = [
    { wallTime: startMs / 1000, fileVersion: 'brain.Event:2' },
    ...events.map((event) => messageOf(event, known)),
  ];
  return recordFile(all.map((event) => eventMessage.toBytes(event)));
}

/** TensorBoard looks for "tfevents" in a name, and reads a folder's files in the order of their seconds. */
export function eventFileName(startMs: number): string {
  return `events.out.tfevents.${String(Math.floor(startMs / 1000)).padStart(10, '0')}.grove`;
}

/** `known`: tags that were met before. What a tag is, is said with its first value. */
function messageOf({ step, atMs, scalars = [], texts = [], histograms = [] }: TrackedEvent, known: Set<string>) {
  const value = [
    ...scalars.map(({ value: simpleValue, ...is }) => ({
      tag: is.tag,
      simpleValue,
      ...metadataOf({ ...is, plugin: 'scalars' }),
    })),
    ...texts.map(({ tag, markdown }) => ({
      tag,
      ...metadataOf({ tag, plugin: 'text' }),
      tensor: { dtype: dataTypes.string, shape: {}, texts: [markdown] },
    })),
    ...histograms.map(({ bins, ...is }) => ({
      tag: is.tag,
      ...metadataOf({ ...is, plugin: 'histograms' }),
      tensor: {
        dtype: dataTypes.double,
        shape: { dim: [{ size: bins.length }, { size: 3 }] },
        doubles: bins.flatMap(({ left, right, count }) => [left, right, count]),
      },
    })),
  ];
  return { wallTime: atMs / 1000, step: step || undefined, summary: { value } }; // 0 is what stands for nothing

  function metadataOf({ tag, plugin, description }: { tag: string; plugin: Plugin; description?: string }) {
    if (known.has(tag)) return {};
    known.add(tag);
    return { metadata: { pluginData: { pluginName: plugin }, description, dataClass: dataClasses[plugin] } };
  }
}
