// A team as plain data: a person writes it in the editor, a file or a run's configuration carries it, and `teamFrom`
// makes the team of it. What cannot be played is said with the role and the field it lies in. It knows no policy, page
// or storage.
import { check } from '../../basics/check';
import type { ChatMessage } from '../language/chat-template';
import { codeIn } from './code';
import type { TeamGraph } from './graph';
import { filledIn, readTemplate, type Template } from './prompt-template';
import type { Role, View } from './role';
import type { Team } from './team';
import type { PassRule, RoleSpec, TeamSpec } from './team-shape';
import { faultsOfSpec, specFaultSentence } from './team-spec-faults';
import { compactTexts, instructTexts, type Sight } from './template-fields';

export { type PassRule, passRules, type RoleSpec, type TeamSpec } from './team-shape';
export { faultsOfSpec, hiddenBecause, type SpecFault, specFaultSentence } from './team-spec-faults';

/** The specification, checked. Throws an ExpectationError that names role and field of the first fault. */
export function teamSpecFrom(given: unknown): TeamSpec {
  const [fault] = faultsOfSpec(given);
  check(fault === undefined, () => (fault ? specFaultSentence(given, fault) : ''));
  return given as TeamSpec;
}

/** The team that a specification describes. Throws as `teamSpecFrom` does. */
export function teamFrom(given: TeamSpec): Team {
  const { id, name, sentence, order, roles, graph } = teamSpecFrom(given);
  return { id, name, sentence, order, roles: roles.map(roleFrom), ...(graph ? { graph: graph as TeamGraph } : {}) };
}

function roleFrom(spec: RoleSpec): Role {
  const seen = new Set<Sight>(spec.sees);
  const compact = templateOf(spec.compact);
  const system = templateOf(spec.instruct.system);
  const user = templateOf(spec.instruct.user);
  const examples = (spec.instruct.examples ?? []).flatMap((example): ChatMessage[] => [
    { role: 'user', content: example.user },
    { role: 'assistant', content: example.answer },
  ]);
  const { compact: compactLength, instruct: instructLength } = spec.longest;
  return {
    id: spec.id,
    name: spec.name,
    meaning: spec.meaning,
    answers: spec.answers,
    ...(spec.answers === 'word' ? { words: spec.words ?? [] } : {}),
    ...(spec.answers === 'word' && spec.accepts?.length ? { accepts: spec.accepts } : {}),
    ...(spec.answers === 'program' && spec.language !== 'calls' ? { program: codeIn(spec.language) } : {}),
    maxTokens: (symbols) => (compactLength === 'moves' ? symbols + 2 : compactLength),
    prompt: (view) => filledIn(compact, compactTexts(view, seen)),
    instruct: {
      ask: (view, moveBudget) => {
        const texts = instructTexts(view, moveBudget, { seen, language: spec.language });
        return [
          { role: 'system', content: filledIn(system, texts) },
          ...examples,
          { role: 'user', content: filledIn(user, texts) },
        ];
      },
      // each symbol with a separator, and the end
      maxTokens: (symbols) => (instructLength === 'moves' ? 2 * symbols + 2 : instructLength),
    },
    ...(spec.passes === 'nothing-proposed'
      ? { alone: 'it passes where nothing was proposed, and nobody proposes' }
      : {}),
    ...(spec.passes === 'never' ? {} : { passes: (view: View) => passesNow(spec.passes, view) }),
  };
}

function passesNow(rule: PassRule, { turn, last, proposal }: View): boolean {
  const proposed = proposal?.run.readable === true && proposal.run.ran && proposal.moves !== '';
  switch (rule) {
    case 'never':
      return false;
    case 'first-turn':
      return turn === 1;
    case 'later-turns':
      return turn > 1;
    case 'moved':
      return last !== 'still';
    case 'proposed':
      return proposed;
    case 'nothing-proposed':
      return !proposed;
  }
}

function templateOf(text: string): Template {
  const read = readTemplate(text);
  check('template' in read, () => ('fault' in read ? read.fault : ''));
  return 'template' in read ? read.template : [];
}
