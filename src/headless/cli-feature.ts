// What a feature may offer to the command line. Verbs that stand on something offered here are made with it, and do
// without where it is not.
import { present } from '../basics/check';
import type { PolicyName } from '../contract/learner';
import type { ExportFormat } from '../export/export-formats';
import type { AdapterWeights } from '../files/formats/peft';
import { joinedMakers, type Makers, type WorldModule } from '../learning/catalogue';
import type { RunConfig } from '../learning/config/run-config';
import type { ProblemSet } from '../learning/environments/problem-set';
import type { CatalogueParts } from '../run/run-catalogue';
import type { FindImage } from '../run/sandbox/find-image';
import type { FlagCards, Flags } from './arguments';
import type { Progress } from './progress';
import type { Verb } from './verb';

export interface CliFeature {
  readonly verbs?: readonly Verb[];
  /** Verbs that use what the other features offer, their formats for example. */
  readonly verbsWith?: (offered: CliFeature) => readonly Verb[];
  /** Worlds that people wrote. */
  readonly worlds?: WorldFiles;
  /** Python with packages, for the sandbox. */
  readonly findImage?: FindImage;
  readonly problems?: ProblemFiles;
  readonly readTeam?: TeamFiles;
  /** More formats of `lab export`, by name. */
  readonly formats?: Readonly<Record<string, ExportFormat>>;
}

export interface WorldFiles {
  /** The files that are its worlds, by their names. */
  readonly files: RegExp;
  /** Throws a UsageError that says what is wrong with the file. */
  readonly fromFile: (path: string) => Promise<WorldModule>;
  readonly openMakers: () => Promise<Makers>;
}

/** Reads the file of a trained team. Throws an error that says what is wrong with it. */
export type TeamFiles = (path: string) => Promise<{
  readonly name: string;
  readonly config: RunConfig;
  readonly adapters: Readonly<Record<PolicyName, AdapterWeights>>;
  /** Steps it was trained for, and the SHA-256 of its base model's weights, where the file says. */
  readonly step?: number;
  readonly baseHash?: string;
}>;

/** Problems out of files, in place of drawn ones. */
export interface ProblemFiles {
  /** Of every verb that can play them. */
  readonly flags: FlagCards;
  /** The configuration on the problems of the file that the flags name; undefined where they name none. */
  readonly read: (
    config: RunConfig,
    from: { readonly flags: Flags; readonly progress: Progress },
  ) => Promise<{ readonly config: RunConfig; readonly set: ProblemSet } | undefined>;
  /** Keeps them beside a run, so that it can go on without the file. */
  readonly keep: (folder: string, set: ProblemSet) => Promise<void>;
  /** Where a run finds its problems: those just read, else those kept in its folder. */
  readonly sources: (folder: string | undefined, read?: ProblemSet) => Pick<CatalogueParts, 'readProblems'>;
}

/** What all features offer together; of what only one can offer, the first one's. */
export function offeredBy(features: readonly CliFeature[]): CliFeature {
  const worlds = joinedFiles(features.flatMap((feature) => feature.worlds ?? []));
  const problems = features.find((feature) => feature.problems)?.problems;
  const findImage = features.find((feature) => feature.findImage)?.findImage;
  const readTeam = features.find((feature) => feature.readTeam)?.readTeam;
  const offered: CliFeature = {
    formats: Object.assign({}, ...features.map((feature) => feature.formats)),
    ...(worlds ? { worlds } : {}),
    ...(problems ? { problems } : {}),
    ...(findImage ? { findImage } : {}),
    ...(readTeam ? { readTeam } : {}),
  };
  const verbs = features.flatMap((feature) => [...(feature.verbs ?? []), ...(feature.verbsWith?.(offered) ?? [])]);
  return { ...offered, verbs };
}

function joinedFiles(all: readonly WorldFiles[]): WorldFiles | undefined {
  if (all.length === 0) return undefined;
  return {
    files: new RegExp(all.map(({ files }) => files.source).join('|'), 'i'),
    fromFile: (path) =>
      present(
        all.find(({ files }) => files.test(path)),
        `${path} is no file of a world`,
      ).fromFile(path),
    openMakers: async () => joinedMakers(await Promise.all(all.map(({ openMakers }) => openMakers()))),
  };
}

/** What a run's catalogue is made of on disk. */
export function catalogueParts(
  { problems, worlds }: CliFeature,
  folder: string | undefined,
  read?: ProblemSet,
): CatalogueParts {
  return { ...problems?.sources(folder, read), ...(worlds ? { openMakers: worlds.openMakers } : {}) };
}
