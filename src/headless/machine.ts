// The GPU of this computer through Dawn, with the engine on it, and the sandbox for programs that agents write, for the
// verbs that need them.

import type { ProgramRunner } from '../learning/agents/program-runner';
import { engineIn } from '../run/engine-learner';
import type { FindImage } from '../run/sandbox/find-image';
import type { LabEngine } from '../run/trainer';
import { UsageError } from './arguments';
import { findGpu } from './open-gpu';
import { headlessSandbox } from './sandbox';

export interface Machine {
  readonly engine: LabEngine;
  /** Runs what agents write; nothing is started before the first program. */
  readonly runner: ProgramRunner;
}

export interface MachineWishes {
  /** Part of the GPU's name, or "software". */
  readonly adapter?: string | undefined;
  /** GiB of its memory that may be taken. */
  readonly memoryGib?: number | undefined;
}

/** Throws with what is missing when there is no such GPU. */
export async function openMachine(
  { adapter: wanted, memoryGib }: MachineWishes,
  findImage?: FindImage,
): Promise<Machine> {
  const opened = await findGpu(wanted);
  if (opened.kind === 'none') throw new Error(`no GPU: ${opened.reason}`);
  const engine = engineIn(() => opened.gpu, { now: () => performance.now() }); // every process tunes anew
  if (wanted === 'software') {
    const { name, vendor, software } = await engine.probe();
    if (!software) throw new UsageError(`--adapter software: the only GPU found here is "${name}" (${vendor})`);
  }
  if (memoryGib !== undefined) engine.setGpuMemory(memoryGib * 2 ** 30);
  return { engine, runner: headlessSandbox(findImage ? { findImage } : {}) };
}
