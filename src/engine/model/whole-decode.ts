// Which models decode many tokens in one dispatch (kernels/decode), and where in their buffers everything lies.
import { present } from '../../basics/check';
import type { View } from '../gpu/kernel';
import { type AdapterPlaces, decode, decodeMemory, decodes, type WeightPlaces } from '../kernels/decode/decode';
import { adapterOffset, embeddingSection, endSection, headSection, layerSection, type Network } from './network';

/** Bytes of weights that stay in a card's cache while a workgroup walks through them token after token. */
const cached = 4 * 2 ** 20;
const invocations = 256;

type Limits = Pick<GPUSupportedLimits, 'maxComputeWorkgroupStorageSize' | 'maxComputeInvocationsPerWorkgroup'>;

/** Whether this model is small enough, stored as f32 in one buffer, and the adapter's workgroups are large enough. */
export function decodesWhole({ config, weights, adapters }: Omit<Network, 'recorder'>, limits: Limits): boolean {
  const { precision, bufferWords, places } = weights.plan;
  return (
    decodes(config) &&
    precision === 'f32' &&
    bufferWords.length === 1 &&
    (bufferWords[0] ?? 0) * 4 <= cached &&
    places.every((parts) => parts.length === 1) &&
    decodeMemory(config, adapters?.rank ?? 0) <= limits.maxComputeWorkgroupStorageSize &&
    limits.maxComputeInvocationsPerWorkgroup >= invocations
  );
}

/** Records `steps` tokens of every branch. */
export function decodeWhole(
  network: Network,
  batch: Omit<Parameters<typeof decode>[1], 'config' | 'places' | 'lora' | 'weights'>,
): void {
  const { config, adapters, recorder } = network;
  const lora = adapters && { ...adapterPlacesOf(adapters), scale: adapters.scale, adapters: adapters.buffer };
  const weights: View = { buffer: present(network.weights.buffers[0], 'weights') };
  decode(recorder, { config, places: weightPlacesOf(network), lora, weights, ...batch });
}

function weightPlacesOf({ config, weights }: Network): WeightPlaces {
  const quad = ({ offset = 0 }: View) => offset / 16;
  const first = layerSection(0);
  const layer = quad(weights.section(first));
  const within = (slot: string) => quad(weights.view(first, slot)) - layer;
  const maybe = (slot: string) => (weights.maybe(first, slot) ? within(slot) : undefined);
  return {
    embedding: quad(weights.section(embeddingSection)),
    layer,
    layerStep: config.layers > 1 ? quad(weights.section(layerSection(1))) - layer : 0,
    ...{ norm1: within('norm1'), qkv: within('qkv'), o: within('o'), norm2: within('norm2') },
    ...{ gu: within('gu'), down: within('down'), bias: maybe('bias'), headNorm: maybe('headNorm') },
    endNorm: quad(weights.view(endSection(config), 'norm')),
    head: quad(weights.section(headSection(config))),
  };
}

function adapterPlacesOf({ rank, sections }: NonNullable<Network['adapters']>): AdapterPlaces {
  const slots = present(sections[0], 'adapter layer').slots;
  const quad = (slot: string) => present(slots[slot], slot).offset / 4;
  const pieces = (piece: 'a' | 'b') => ({
    ...{ qkv: quad(`qkv.${piece}`), o: quad(`o.${piece}`) },
    ...{ gu: quad(`gu.${piece}`), down: quad(`down.${piece}`) },
  });
  return { rank, step: adapterOffset(sections, 1) / 4, a: pieces('a'), b: pieces('b') };
}
