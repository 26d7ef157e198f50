// The one connection from the page to the second engine's worker, started when it is first needed. main.tsx hands in how.
import { present } from '../../../basics/check';
import type { SecondEngine } from '../worker/second-engine-client';

let connect: (() => SecondEngine) | undefined;
let connection: SecondEngine | undefined;

/** Called once, before the page is drawn. */
export function provideSecondEngine(connector: () => SecondEngine): void {
  connect = connector;
  connection = undefined;
}

export function secondEngine(): SecondEngine {
  connection ??= present(connect, 'this page has no second engine to play with')();
  return connection;
}
