// Who answers: a model, or a player of the world's own scripts – minimax, an equilibrium, chance –, for which the
// sampler is not asked. A script's chance is that of the branch, so its answers repeat (R1).
import { present } from '../../basics/check';
import { rngFrom } from '../../basics/rng';
import type { Completion, PromptGroup } from '../../contract/learner';
import type { Role, View } from '../agents/role';
import type { PlaySettings } from './play-settings';
import type { Sampler } from './sampler';
import { scriptOf } from './script-policy';

interface Asked {
  readonly role: Role;
  readonly view: View;
  readonly group: PromptGroup;
}

/** answers[i][k] to asked[i]. */
export async function answersFrom(
  settings: Pick<PlaySettings, 'environment' | 'tokenizer'>,
  asked: readonly Asked[],
  sampler: Sampler,
): Promise<readonly (readonly Completion[])[]> {
  const toModels = asked.filter(({ group }) => scriptOf(group.policy) === undefined);
  if (toModels.length === asked.length) return sampler.sample(asked.map(({ group }) => group));
  const sampled = toModels.length === 0 ? [] : await sampler.sample(toModels.map(({ group }) => group));
  const answers = new Map(toModels.map((one, i) => [one, sampled[i] ?? []] as const));
  return asked.map((one) => answers.get(one) ?? scripted(settings, one));
}

function scripted(
  { environment, tokenizer }: Pick<PlaySettings, 'environment' | 'tokenizer'>,
  { role, view, group }: Asked,
): Completion[] {
  const part = environment.players?.[role.player ?? ''];
  const name = scriptOf(group.policy) as string;
  const script = present(part?.script, `the world "${environment.card.id}" has no scripts to answer for "${role.id}"`);
  return group.seed_K.map((seed) => {
    const action = script(name, view.state, rngFrom('script', seed).number);
    const token_T = tokenizer.encode(view.environment.wording.write(action));
    return { token_T, logp_T: token_T.map(() => 0), stop: 'end' };
  });
}
