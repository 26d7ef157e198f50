// What keeps the setup as it stands from being trained, besides settings that are out of range.
import { useMemory } from '../../stores/memory-store';
import { configFrom, teamOf, useSetup } from '../../stores/setup-store';
import { missingWords, useVocabulary } from '../../stores/vocabulary-store';

/** Whether the setup as it stands is known to be refused. */
export function useRefused(): boolean {
  const memory = useMemory();
  return memory?.kind === 'refused' && memory.current;
}

/** Whether the chosen model lacks words of the chosen world. */
export function useUnwritable(): boolean {
  const tokenizer = useVocabulary();
  return useSetup((state) => {
    const config = configFrom(state);
    const team = teamOf(config);
    return config.worlds.some((world) => missingWords(tokenizer, { ...config, ...world, team }).length > 0);
  });
}
