// What a file says that a run names beside the built-in: taken only as far as it has the shape of definitions. Whether
// the problems are the run's, and whether a module is a world, shows where they are looked up and run.
import { z } from 'zod';
import '../basics/without-eval';
import { check } from '../basics/check';
import type { Knobs } from '../basics/knobs';
import { teamSpecFrom } from './agents/team-spec';
import type { RunDefinitions } from './catalogue';
import type { EnvironmentCard } from './environments/environment';

const text = z.string().min(1);
const isRecord = (given: unknown) => typeof given === 'object' && given !== null && !Array.isArray(given);

const cardSchema = z.looseObject({
  id: text,
  name: text,
  sentence: z.string(),
  knobs: z.custom<Knobs>(isRecord, 'expected the cards of knobs'),
  symbols: z.custom<EnvironmentCard['symbols']>(isRecord, 'expected the cards of symbols'),
  problem: text,
  remainingUnit: z.string(),
});

const definitionsSchema = z.object({
  teams: z.array(z.unknown()).optional(),
  modules: z.array(z.object({ card: cardSchema, source: z.string() })).optional(),
  problems: z
    .array(z.object({ world: text, name: text, hash: z.string(), splits: z.enum(['by-problem', 'none']).optional() }))
    .optional(),
});

/** Throws an ExpectationError that names the place at fault. */
export function definitionsFrom(given: unknown): RunDefinitions {
  const parsed = definitionsSchema.safeParse(given);
  const [issue] = parsed.error?.issues ?? [];
  check(parsed.success, () => `what the run defines, ${issue?.path.join('.') || 'as a whole'}: ${issue?.message}`);
  for (const team of parsed.data.teams ?? []) teamSpecFrom(team);
  return given as RunDefinitions;
}
