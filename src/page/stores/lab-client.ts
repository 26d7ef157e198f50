// The one connection from the page to the lab in its worker: the first call of `lab` starts it. main.tsx hands in how,
// the test harness hands in a scripted one. Knows nothing of comlink or GPUs.
import type { TrainerApi } from '../../run/trainer-api';
import { handedIn } from './door';

export const { provide: provideTrainer, get: lab } = handedIn<TrainerApi>(
  'the page has no lab to talk to: call provideTrainer first',
);
