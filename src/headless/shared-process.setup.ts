// Before every file of unit tests: they share processes, because loading packages takes longer than most of them run.
// Their own modules are loaded afresh; what an earlier file left among the packages and the globals is put right here.
import { vi } from 'vitest';
import '../learning/environments/whole';

vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.useRealTimers();
if ('indexedDB' in globalThis) {
  const { IDBFactory } = await import('fake-indexeddb');
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
}
