// From which address a run of this browser came, where a link brought it: what a further link to it says, and why the
// same link does not fetch it again. The latest are kept in the browser's storage.
import { storage } from './storage-client';

export interface RunAddress {
  readonly address: string;
  /** In this browser. */
  readonly id: string;
  /** In the file; links from elsewhere name the run by it. */
  readonly idInFile: string;
}

const setting = 'runAddresses';
const mostKept = 50;
let known: readonly RunAddress[] = [];

export async function readRunAddresses(): Promise<void> {
  const kept = await (await storage()).setting(setting);
  known = Array.isArray(kept) ? kept.filter(isAddress) : [];
}

export async function keepRunAddress(one: RunAddress): Promise<void> {
  known = [one, ...known.filter(({ address, id }) => address !== one.address && id !== one.id)].slice(0, mostKept);
  await (await storage()).setSetting(setting, known).catch(() => undefined); // the run is open all the same
}

export function runFrom(address: string): RunAddress | undefined {
  return known.find((one) => one.address === address);
}

export function addressOfRun(runId: string): string | undefined {
  return known.find(({ id }) => id === runId)?.address;
}

function isAddress(one: unknown): one is RunAddress {
  const { address, id, idInFile } = (one ?? {}) as Partial<Record<keyof RunAddress, unknown>>;
  return [address, id, idInFile].every((member) => typeof member === 'string');
}
