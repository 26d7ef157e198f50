// A sampler that remembers what it was asked greedily: the same question to the same policy has the same answer, to the
// bit and whatever else is asked (S3). A team that is stuck asks it again in every turn that is left. Good for as long
// as no policy learns.
import { type Completion, type PromptGroup, questionKey } from '../../contract/learner';
import type { Sampler } from './sampler';

export function remembering(sampler: Sampler): Sampler {
  const known = new Map<string, readonly Completion[]>();
  return {
    ...(sampler.lanes === undefined ? {} : { lanes: sampler.lanes }),
    sample: async (groups) => {
      const keys = groups.map(keyOf);
      const isNew = keys.map((key) => key === undefined || !known.has(key));
      const asked = groups.filter((_, g) => isNew[g]);
      const answers = asked.length > 0 ? await sampler.sample(asked) : [];
      let next = 0;
      return keys.map((key, g) => {
        const answer = (isNew[g] ? answers[next++] : known.get(key ?? '')) ?? [];
        if (key !== undefined) known.set(key, answer);
        return answer;
      });
    },
  };
}

/** Undefined for what is drawn. */
const keyOf = (group: PromptGroup): string | undefined =>
  group.temperature === 0 ? `${group.seed_K.length}|${questionKey(group)}` : undefined;
