// What a feature may offer to the trainer: verbs that the page asks for, formats of export, models and worlds from
// elsewhere. The trainer knows of features only what stands here.
import { check, present } from '../basics/check';
import { once } from '../basics/once';
import type { CardFit } from '../contract/card-fit';
import type { KnownFile } from '../export/brought-file';
import { type ExportFormats, knownFiles } from '../export/export-formats';
import type { FileSet } from '../files/formats/model-parts';
import { type Catalogue, joinedMakers, type Makers } from '../learning/catalogue';
import type { RunConfig } from '../learning/config/run-config';
import type { BaseModel } from '../models/base-model';
import type { OpenPolicies } from './inference-session';
import type { TrainerRunStore } from './run-store';
import type { FindImage } from './sandbox/find-image';
import type { SessionParts } from './session-parts';
import type { TrainerApi } from './trainer-api';

/** What keeps the trainer busy until it rests. */
export interface Busy {
  readonly rested: Promise<unknown>;
  pause(): Promise<unknown>;
}

/** What the trainer lends to a feature. */
export interface TrainerHooks {
  readonly runStore: () => Promise<TrainerRunStore>;
  readonly sessionParts: (config: RunConfig) => Promise<SessionParts>;
  /** In any format at hand, those of other features among them. */
  readonly exportRun: TrainerApi['exportRun'];
  /** Tells the page's part of the feature: plain data. */
  readonly announce: (news: unknown) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Takes the trainer; throws when it is busy. */
  readonly begin: (open: () => Promise<Busy>) => Promise<void>;
  /** Takes a run or a study for this trainer alone; resolves with how to let go, or undefined when another has it. */
  readonly claim?: ((id: string) => Promise<(() => void) | undefined>) | undefined;
  /** Works with policies beside a run that trains, when the games before have been played. */
  readonly infer: <T>(
    config: RunConfig,
    work: (open: OpenPolicies & { readonly base: BaseModel }) => Promise<T>,
  ) => Promise<T>;
  /** The worlds and teams of a configuration. */
  readonly catalogue: (config: RunConfig) => Promise<Catalogue>;
  /** Lets a base model go that is no longer kept. */
  readonly forgetModel: (name: string) => void;
  /** One line on the memory that training a model of this configuration takes; throws an ExpectationError when that is
   *  too much. */
  readonly memoryFor: (config: Readonly<Record<string, unknown>>) => Promise<string>;
  /** What cards of some sizes have room for when such a model is trained (engine/model/what-fits.ts). */
  readonly fitsOnCards: (config: Readonly<Record<string, unknown>>) => Promise<readonly (CardFit | undefined)[]>;
}

// biome-ignore lint/suspicious/noExplicitAny: a verb has arguments of its own; what crosses to it is plain data
export type FeatureVerbs = Readonly<Record<string, (...given: any[]) => Promise<unknown>>>;

export interface WorkerFeature {
  /** Made when the first of them is asked for: what they need is fetched then. */
  readonly verbs?: (hooks: TrainerHooks) => Promise<FeatureVerbs>;
  readonly formats?: ExportFormats;
  /** How what else it writes is told from other files. */
  readonly files?: readonly KnownFile[];
  /** The files of a base model other than the one that ships. Rejects with what to do where it is not kept. */
  readonly filesOf?: (model: string) => Promise<FileSet>;
  /** What runs worlds that people wrote. */
  readonly openMakers?: () => Promise<Makers>;
  /** Python with packages, for the sandbox. */
  readonly findImage?: FindImage;
}

export interface OfferedFeature {
  readonly name: string;
  readonly feature: WorkerFeature;
}

/** Carries out `verb` of the feature `name`, with verbs made by `verbsOf` once. */
export function askingFeatures(features: readonly OfferedFeature[], hooksOf: (name: string) => TrainerHooks) {
  const made = new Map<string, () => Promise<FeatureVerbs>>();
  return async (name: string, verb: string, given: readonly unknown[]): Promise<unknown> => {
    const offered = present(
      features.find((one) => one.name === name),
      `there is no feature "${name}" here`,
    );
    const open =
      made.get(name) ?? once(async (): Promise<FeatureVerbs> => offered.feature.verbs?.(hooksOf(name)) ?? {});
    made.set(name, open);
    const verbs = await open();
    const carryOut = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
    check(carryOut, `the feature "${name}" has no "${verb}"`);
    return carryOut(...given);
  };
}

/** Of the feature that keeps models. Throws where there is none. */
export function filesOfModel(features: readonly OfferedFeature[], model: string): Promise<FileSet> {
  const source = features.find(({ feature }) => feature.filesOf)?.feature.filesOf;
  return present(source, `the model "${model}" is not kept here`)(model);
}

export function makersOf(features: readonly OfferedFeature[]): (() => Promise<Makers>) | undefined {
  const opens = features.flatMap(({ feature }) => feature.openMakers ?? []);
  return opens.length === 0 ? undefined : async () => joinedMakers(await Promise.all(opens.map((open) => open())));
}

/** Of the feature that has packages of Python. */
export function findImageOf(features: readonly OfferedFeature[]): FindImage | undefined {
  return features.find(({ feature }) => feature.findImage)?.feature.findImage;
}

export function formatsOf(features: readonly OfferedFeature[]): ExportFormats {
  return Object.assign({}, ...features.map(({ feature }) => feature.formats));
}

/** Every file that is told when somebody brings it back. */
export function knownWith(features: readonly OfferedFeature[]): KnownFile[] {
  return [...knownFiles(formatsOf(features)), ...features.flatMap(({ feature }) => feature.files ?? [])];
}
