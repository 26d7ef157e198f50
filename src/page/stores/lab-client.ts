// The one connection from the page to the lab in its worker. Started on demand; main.tsx hands in how (the real worker), the test
// harness hands in a scripted one. Knows nothing of comlink or GPUs.
import { present } from '../../basics/check';
import type { TrainerApi } from '../../run/trainer-api';

let connect: (() => TrainerApi) | undefined;
let connection: TrainerApi | undefined;

/** Called once, before the page is drawn. */
export function provideTrainer(connector: () => TrainerApi): void {
  connect = connector;
  connection = undefined;
}

/** The lab. The first call starts its worker. */
export function lab(): TrainerApi {
  connection ??= present(connect, 'the page has no lab to talk to: call provideTrainer first')();
  return connection;
}
