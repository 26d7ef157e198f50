// What runs the programs that a person writes in Play, opened when the first one is handed in. main.tsx hands in how.
import { present } from '../../basics/check';
import type { ProgramRunner } from '../../learning/agents/program-runner';

let open: (() => Promise<ProgramRunner>) | undefined;
let opened: Promise<ProgramRunner> | undefined;

/** Called once, before the page is drawn. */
export function provideProgramRunner(opener: () => Promise<ProgramRunner>): void {
  open = opener;
  opened = undefined;
}

/** Rejects where it cannot be opened; the next call tries again. */
export function programRunner(): Promise<ProgramRunner> {
  opened ??= present(open, 'nothing on this page runs programs: call provideProgramRunner first')().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}
