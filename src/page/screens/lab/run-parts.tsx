// What the Lab shows of a run, the recorded one among them, where there is no GPU, and all settings: fetched after the
// first look, because Train can be clicked without it.
import { lazy } from 'react';

const curvesDrawn = async () => ({ default: (await import('./curves-drawn')).CurvesDrawn });
const everything = async () => ({ default: (await import('./everything')).Everything });
const gpuMemoryChoice = async () => ({ default: (await import('./gpu-memory-choice')).GpuMemoryChoice });
const longRun = async () => ({ default: (await import('./long-run')).LongRun });
const noGpu = async () => ({ default: (await import('./no-gpu')).NoGpu });
const otherKnobs = async () => ({ default: (await import('./everything')).OtherKnobs });
const recordedNow = async () => ({ default: (await import('./recorded-now')).RecordedNow });
const recordedWords = async () => ({ default: (await import('./recorded-words')).RecordedWords });
const result = async () => ({ default: (await import('./result')).Result });
const sight = async () => ({ default: (await import('./sight')).Sight });
const runSetup = async () => ({ default: (await import('./run-setup')).RunSetup });

export const CurvesDrawn = lazy(curvesDrawn);
export const Everything = lazy(everything);
export const GpuMemoryChoice = lazy(gpuMemoryChoice);
export const LongRun = lazy(longRun);
export const NoGpu = lazy(noGpu);
export const OtherKnobs = lazy(otherKnobs);
export const RecordedNow = lazy(recordedNow);
export const RecordedWords = lazy(recordedWords);
export const Result = lazy(result);
export const Sight = lazy(sight);
export const RunSetup = lazy(runSetup);

/** Fetches them while nothing else is to do. */
export async function fetchRunParts(): Promise<void> {
  await Promise.allSettled([curvesDrawn(), result(), runSetup(), everything()]);
}
