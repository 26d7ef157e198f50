// What keeps the setup as it stands from being trained, besides settings that are out of range.
import { isShipped } from '../../../learning/config/shipped-models';
import { useMemory } from '../../stores/memory-store';
import { modelsAtHand } from '../../stores/models-at-hand';
import { configFrom, teamOf, useSetup } from '../../stores/setup-store';
import { missingWords, useVocabulary } from '../../stores/vocabulary-store';

/** Whether the setup as it stands is known to be refused. */
export function useRefused(): boolean {
  const memory = useMemory();
  return memory?.kind === 'refused' && memory.current;
}

/** The model of the setup where it is known not to be here: it has to be loaded first. */
export function useMissingModel(): string | undefined {
  const { kept, listed } = modelsAtHand();
  const model = useSetup((state) => configFrom(state).model);
  return !listed || isShipped(model) || kept.some(({ name }) => name === model) ? undefined : model;
}

/** Whether the chosen model is not here, or lacks words of the chosen world. */
export function useUnfitModel(): boolean {
  const missing = useMissingModel();
  return useUnwritable() || missing !== undefined;
}

function useUnwritable(): boolean {
  const tokenizer = useVocabulary();
  return useSetup((state) => {
    const config = configFrom(state);
    const team = teamOf(config);
    return config.worlds.some((world) => missingWords(tokenizer, { ...config, ...world, team }).length > 0);
  });
}
