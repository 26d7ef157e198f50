// Whether worker and study are of one version: figures of two programs, or of two base models under one name, cannot
// stand in one table.
import type { BaseModel } from '../../../../models/base-model';

export interface Version {
  /** Of the program; undefined where it does not lie in a Git working tree. */
  readonly commit?: string;
  /** The base model's hash. */
  readonly base: string;
}

export function versionOf(commit: string | undefined, { hash }: Pick<BaseModel, 'hash'>): Version {
  return { ...(commit === undefined ? {} : { commit }), base: hash };
}

const shortLength = 12;
const short = (name: string | undefined): string =>
  name === undefined ? 'unknown' : name.slice(0, shortLength) + (name.endsWith('-dirty') ? ' with changed files' : '');

/** In words, the study's first; empty where they are the same. */
export function differences(study: Version, worker: Version): string[] {
  const differ = (what: string, theirs: string | undefined, own: string | undefined) =>
    theirs === own ? [] : [`${what}: the study’s is ${short(theirs)}, the worker’s ${short(own)}`];
  return [...differ('commit', study.commit, worker.commit), ...differ('base model', study.base, worker.base)];
}
