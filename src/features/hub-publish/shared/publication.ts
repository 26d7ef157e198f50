// What page, worker and command line say to each other of a publication. Plain data.
import { check } from '../../../basics/check';

export type Visibility = 'public' | 'private';
export type RepositoryKind = 'model' | 'space';

/** What a person wants to be published, of a run. */
export interface PublishWish {
  /** "owner/name", for the model's repository and for the Space. */
  readonly name: string;
  readonly visibility: Visibility;
  /** As the hub names licences: "mit", "apache-2.0" … */
  readonly licence?: string;
  /** Where the page lies that is to play the team in a Space; without it there is no Space. */
  readonly page?: string;
}

export interface ListedFile {
  /** In the repository. */
  readonly path: string;
  readonly bytes: number;
}

export interface ListedRepository {
  readonly kind: RepositoryKind;
  readonly name: string;
  readonly visibility: Visibility;
  readonly files: readonly ListedFile[];
}

/** All that would be sent: made without an account and without a network. */
export interface DryRun {
  readonly repositories: readonly ListedRepository[];
  /** The state of the run that was listed, and what was wished: only this is sent. */
  readonly asOf: string;
  /** What a person should know of it, a sentence each. */
  readonly notes: readonly string[];
}

export interface PublishProgress {
  /** What is being done, in words: "creating ada/team". */
  readonly what: string;
  /** Bytes that have arrived, of all that is sent. */
  readonly done: number;
  readonly total: number;
}

export interface Published {
  readonly kind: RepositoryKind;
  readonly address: string;
  /** The one commit. */
  readonly commit: string;
}

/** Where it is sent to, and by whom. The token is not kept. */
export interface Recipient {
  readonly hub: string;
  readonly token: string;
}

export interface PublishApi {
  /** What would be sent; sends nothing. */
  dryRun(runId: string, wish: PublishWish): Promise<DryRun>;
  /** Sends what `listed` says. How far it is comes as news. One at a time. Rejects with what is wrong and what to do;
   *  then nothing is left half-written. */
  publish(
    runId: string,
    listed: { readonly wish: PublishWish; readonly asOf: string },
    to: Recipient,
  ): Promise<readonly Published[]>;
  /** Stops the publication at hand, which then rejects. */
  cancel(): Promise<void>;
}

/** The name of a repository, checked as the hub does. Throws an ExpectationError. */
export function repositoryName(text: string): string {
  const name = text.trim();
  const [, owner, own] = /^([^/]+)\/([^/]+)$/.exec(name) ?? [];
  check(
    owner !== undefined && own !== undefined,
    `a repository is named OWNER/NAME, with your own name or that of an organisation of yours, got "${name}"`,
  );
  const sound = (part: string) => /^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?$/.test(part) && !/--|\.\.|\.git$/.test(part);
  check(
    sound(owner) && sound(own) && own.length <= 96,
    `"${name}" is no name that the hub takes: letters, digits and single "-", "_" and "." within, at most 96 of them`,
  );
  return name;
}

/** The hub's address without a slash at its end. A token goes to no address that can be listened to. Throws an
 *  ExpectationError. */
export function hubAddress(text: string): string {
  const plain = text.trim().replace(/\/+$/, '');
  const safe = /^https:\/\/[^/\s]+/.test(plain) || /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$)/.test(plain);
  check(safe, `the hub's address begins with https://, got "${plain}"`);
  return plain;
}

export const usualHub = 'https://huggingface.co';

export function bytesOf({ files }: Pick<ListedRepository, 'files'>): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
