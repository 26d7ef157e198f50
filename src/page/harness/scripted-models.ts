// Models that are only pretended to be loaded, for the harness: names with "broken" in them fail.
import type { TrainerEvent } from '../../run/trainer-api';

interface Summary {
  readonly name: string;
  readonly origin: string;
  readonly wording: string;
  readonly bytes: number;
  readonly addedAt: number;
}

const total = 271_000_000;
const parts = 40;

export function scriptedModels(tell: (event: TrainerEvent) => void, stepMs: number) {
  let kept: readonly Summary[] = [];
  let cancelled = false;
  return {
    models: async () => kept,
    addModel: async (source: { readonly name: string; readonly kind: string }) => {
      const { name } = source;
      cancelled = false;
      const fits = 'needs 1.3 GiB, this device gives 2.0 GiB: model 0.50, policies 0.07, sampling 0.24, training 0.49';
      for (let part = 0; part <= parts; part++) {
        const stage = part === 0 ? 'look-up' : part > parts - 4 ? 'check' : 'download';
        const news = { name, stage, done: (total * part) / parts, total, ...(part > 0 ? { fits } : {}) };
        tell({ kind: 'feature', feature: 'model-hub', news });
        await new Promise((resolve) => setTimeout(resolve, stepMs / 4));
        if (cancelled) throw new Error('the loading was cancelled');
        if (part === 3 && name.includes('broken'))
          throw new Error(`${name}: model_type is one of llama, qwen2, qwen3, got "gemma3"`);
      }
      const summary = { name, origin: source.kind, wording: 'instruct', bytes: total, addedAt: Date.now() } as const;
      kept = [summary, ...kept.filter((model) => model.name !== name)];
      return summary;
    },
    cancelModel: async () => {
      cancelled = true;
    },
    removeModel: async (name: string) => {
      kept = kept.filter((model) => model.name !== name);
    },
  };
}
