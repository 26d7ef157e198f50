// The worlds and teams of a run: what its configuration carries, with the problems it names by hash read from where
// they are kept. It does not know where that is, nor how a module is run.
import { check, present } from '../basics/check';
import { hashOfJson } from '../files/formats/hash';
import { type Catalogue, catalogueOf, type Definitions, type Makers } from '../learning/catalogue';
import type { RunConfig } from '../learning/config/run-config';
import type { ProblemSet, ProblemSetName } from '../learning/environments/problem-set';

export interface CatalogueParts {
  /** The problems of a set as they are kept; undefined when they are not. */
  readonly readProblems?: (set: ProblemSetName) => Promise<readonly unknown[] | undefined>;
  /** Makes ready what runs modules; asked only where a run brings one. */
  readonly openMakers?: () => Promise<Makers>;
}

/** All that the run brings along, whole: plain data. Throws when problems are missing, or are others than the run began
 *  with. */
export async function definitionsOf(
  { definitions = {} }: Pick<RunConfig, 'definitions'>,
  { readProblems }: CatalogueParts,
): Promise<Definitions> {
  const { problems: names = [], ...others } = definitions;
  const problems: ProblemSet[] = [];
  for (const named of names) {
    const kept = present(
      await readProblems?.(named),
      `the ${named.world} problems "${named.name}" are not kept here: load their file again${named.file === undefined ? '' : `, ${named.file}`}`,
    );
    const hash = await hashOfJson(kept);
    check(
      hash === named.hash,
      `the ${named.world} problems "${named.name}" are others than the run names (${named.hash.slice(0, 12)}…, here are ${hash.slice(0, 12)}…): load the same file again, or start a new run`,
    );
    problems.push({ ...named, problems: kept });
  }
  return { ...others, ...(problems.length > 0 ? { problems } : {}) };
}

/** Where the names in the run's configuration are looked up. */
export async function catalogueFrom(definitions: Definitions, { openMakers }: CatalogueParts): Promise<Catalogue> {
  const modules = definitions.modules ?? [];
  return catalogueOf(definitions, modules.length > 0 ? await openMakers?.() : undefined);
}

/** Both at once. */
export async function catalogueOfRun(
  config: Pick<RunConfig, 'definitions'>,
  parts: CatalogueParts,
): Promise<Catalogue> {
  return catalogueFrom(await definitionsOf(config, parts), parts);
}
