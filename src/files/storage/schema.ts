// What lies in the browser's database, and how an older one becomes the present one. Records are plain data that
// survives structured cloning. What a configuration, a report or a tree contains is not known here: `Kinds` names their
// types, and whoever opens the storage fills them in (`openStorage<{ config: RunConfig; report: StepReport; … }>()`).
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { PolicySnapshot } from '../../contract/learner';
import { reportOfToday } from '../formats/report-of-today';

/** The types of what is stored and not looked into. */
export interface Kinds {
  readonly config: object;
  readonly report: { readonly step: number };
  readonly tree: { readonly step: number };
  readonly selfTest: object;
  readonly references: object;
  readonly evaluation: object;
  readonly asked: object;
  readonly coldStart: object;
  readonly refusal: object;
  readonly study: { readonly id: string };
}

export type RunStatus = 'ready' | 'running' | 'paused' | 'finished' | 'failed';

export interface StoredRun<K extends Kinds = Kinds> {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly changedAt: number;
  readonly preset: string;
  readonly config: K['config'];
  /** SHA-256 of the base model's weights. */
  readonly baseHash: string;
  /** "running" without a session that runs it means: interrupted (the tab was closed). It resumes like a paused one. */
  readonly status: RunStatus;
  /** Why it failed or stopped, one sentence. */
  readonly reason?: string;
  /** Steps done; 0 before the first. */
  readonly step: number;
  /** Wall time spent training. */
  readonly seconds: number;
  /** The GPU it runs on, in words. */
  readonly gpu?: string;
  readonly selfTest?: K['selfTest'];
  readonly references?: K['references'];
  /** What fine-tuning before the first step came to, where there was one. */
  readonly coldStart?: K['coldStart'];
  /** Steps that were not applied because sampler and trainer disagreed: all there ever were, in order. */
  readonly refusals?: readonly K['refusal'][];
  /** Evaluations on test problems. */
  readonly before?: K['evaluation'];
  readonly after?: K['evaluation'];
  /** The reference lines on the test problems. */
  readonly testReferences?: K['references'];
  /** Evaluations that a person asked for, in order. */
  readonly asked?: readonly K['asked'][];
  /** The last step's report. */
  readonly latest?: K['report'];
  /** For people: e.g. which trees were dropped to make room. */
  readonly note?: string;
  /** A person's own words, to find it again; within `ownWords`. */
  readonly tags?: readonly string[];
  /** A person's own text about it; within `ownWords`. */
  readonly notes?: string;
  /** What features keep with it, by their names. */
  readonly kept?: Readonly<Record<string, unknown>>;
  /** Set while it lies in the bin, milliseconds since 1970. */
  readonly removedAt?: number;
}

/** How many tags a run has at most, and how many characters a tag and its notes have. */
export const ownWords = { tags: 8, tagLength: 32, notesLength: 2000 } as const;

/** "current": a run resumes from it. "best": highest validation success. "start": weights it began with that are
 *  another run's. */
export const checkpointSlots = ['current', 'best', 'start'] as const;
export type CheckpointSlot = (typeof checkpointSlots)[number];

export interface Checkpoint {
  /** Steps done when it was taken. */
  readonly step: number;
  /** hashOfJson of the configuration it belongs to. */
  readonly configHash: string;
  readonly policies: Readonly<Record<string, PolicySnapshot>>;
}

/** A checkpoint as it lies in the database: the numbers of each policy in one buffer (see packing.ts). */
export interface PackedCheckpoint {
  readonly step: number;
  readonly configHash: string;
  readonly policies: Readonly<Record<string, PackedPolicy>>;
}

export interface PackedPolicy {
  readonly kind: PolicySnapshot['kind'];
  readonly tensors: readonly { readonly name: string; readonly shape: readonly number[] }[];
  readonly updates: number;
  /** f32: the tensors one after the other, then moment 1, then moment 2. */
  readonly numbers: ArrayBuffer;
}

export interface CheckpointPointer {
  readonly runId: string;
  readonly slot: CheckpointSlot;
  readonly checkpointId: number;
  readonly step: number;
  readonly bytes: number;
}

/** What is known of a stored tree without reading it. */
export interface TreeInfo {
  readonly runId: string;
  readonly step: number;
  /** As stored. */
  readonly bytes: number;
  readonly compressed: boolean;
  readonly storedAt: number;
}

/** What is told of a set of problems without reading it. */
export interface StoredProblemSet {
  /** SHA-256 of the problems. */
  readonly hash: string;
  readonly world: string;
  readonly name: string;
  readonly splits: 'by-problem' | 'none';
  /** The file they came from. */
  readonly file: string;
  /** The layout it had, for people. */
  readonly layout: string;
  readonly count: number;
  /** As stored. */
  readonly bytes: number;
  readonly compressed: boolean;
  readonly importedAt: number;
  /** Set while it lies in the bin, milliseconds since 1970. */
  readonly removedAt?: number;
}

export interface GroveSchema<K extends Kinds = Kinds> extends DBSchema {
  runs: { key: string; value: StoredRun<K> };
  metrics: { key: [runId: string, step: number]; value: K['report'] };
  /** Numbered by the database. */
  checkpoints: { key: number; value: PackedCheckpoint };
  checkpointPointers: { key: [runId: string, slot: string]; value: CheckpointPointer };
  treeInfos: { key: [runId: string, step: number]; value: TreeInfo };
  treeBytes: { key: [runId: string, step: number]; value: ArrayBuffer };
  settings: { key: string; value: unknown };
  studies: { key: string; value: K['study'] };
  problemSets: { key: string; value: StoredProblemSet };
  problemBytes: { key: string; value: ArrayBuffer };
}

export type GroveDatabase<K extends Kinds = Kinds> = IDBPDatabase<GroveSchema<K>>;
export type GroveStore = StoreNames<GroveSchema>;

type Upgrade = IDBPTransaction<GroveSchema, GroveStore[], 'versionchange'>;

/** migrations[i] leads from version i to version i + 1. Never change one that was published: add another. */
export const migrations: readonly ((database: GroveDatabase, transaction: Upgrade) => void | Promise<void>)[] = [
  (database) => {
    database.createObjectStore('runs', { keyPath: 'id' });
    database.createObjectStore('metrics');
    database.createObjectStore('checkpoints', { autoIncrement: true });
    database.createObjectStore('checkpointPointers', { keyPath: ['runId', 'slot'] });
    database.createObjectStore('treeInfos', { keyPath: ['runId', 'step'] });
    database.createObjectStore('treeBytes');
    database.createObjectStore('settings');
  },
  (database) => {
    database.createObjectStore('studies', { keyPath: 'id' });
  },
  (database) => {
    database.createObjectStore('problemSets', { keyPath: 'hash' });
    database.createObjectStore('problemBytes');
  },
  async (_database, transaction) => {
    const [metrics, runs] = [transaction.objectStore('metrics'), transaction.objectStore('runs')];
    for (let at = await metrics.openCursor(); at; at = await at.continue()) await at.update(reportOfToday(at.value));
    for (let at = await runs.openCursor(); at; at = await at.continue()) {
      const { latest } = at.value;
      if (latest) await at.update({ ...at.value, latest: reportOfToday(latest) });
    }
  },
];

export const databaseName = 'grove';
export const databaseVersion = migrations.length;
