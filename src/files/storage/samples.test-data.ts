// Small records for the tests of this room.

import type { PolicySnapshot } from '../../contract/learner';
import type { NewRun } from './runs';
import type { Checkpoint } from './schema';

export const newRun: NewRun = { name: 'Monday', preset: 'sokoban', config: { seed: 1 }, baseHash: 'ab' };

/** A policy of two tensors whose numbers all differ, the first a view into a larger buffer. */
export function policyOf(start: number): PolicySnapshot {
  const numbers = Float32Array.from({ length: 20 }, (_, at) => start + at);
  return {
    kind: 'adapter',
    tensors: [
      { name: 'a', shape: [2, 3], data: numbers.subarray(1, 7) },
      { name: 'b', shape: [2], data: numbers.slice(7, 9) },
    ],
    moment1: Float32Array.from({ length: 8 }, (_, at) => -start - at),
    moment2: Float32Array.from({ length: 8 }, (_, at) => (start + at) ** 2),
    updates: start,
  };
}

export function checkpointOf(step: number): Checkpoint {
  return { step, configHash: 'cd', policies: { plan: policyOf(step), tool: policyOf(step + 100) } };
}

/** A tree of about `bytes` bytes that does not compress. */
export function treeOf(step: number, bytes = 1000): { step: number; worlds: string } {
  let state = step + 1;
  const letters = Array.from({ length: bytes }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return String.fromCharCode(33 + ((state >>> 16) % 90));
  });
  return { step, worlds: letters.join('') };
}

const databases = { made: 0 };

/** A database's name that no other test uses. */
export function freshName(): string {
  databases.made += 1;
  return `grove-test-${databases.made}`;
}
