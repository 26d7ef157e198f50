// Builds what is measured of studies over a queue, and runs it: `npx tsx e2e/queue/run.ts`, by hand. Needs a
// redis-server or valkey-server on the PATH, and no GPU: a table speaks in place of a model.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { builtProgram } from '../../src/features/studies/cli/queue/built-program.fixture';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const worker = await builtProgram(here('../../src/features/studies/cli/queue/table-worker.fixture.ts'), 'queue-worker');
const measure = await builtProgram(here('measure.ts'), 'queue-measure');
process.exitCode = spawnSync(process.execPath, [measure, worker], { stdio: 'inherit' }).status ?? 1;
