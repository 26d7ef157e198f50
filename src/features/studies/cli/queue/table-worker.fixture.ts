// A worker without a GPU as a program of its own, so that it can be killed: ADDRESS ANSWER_MS LOCK_MS COMMIT.
import { connectTo } from './connection';
import { serveQueue } from './serve-queue';
import { tableParts } from './table-parts.fixture';
import { versionOf } from './versions';

const [address = '', answerMs = '0', lockMs = '2000', commit = 'c0ffee'] = process.argv.slice(2);
const end = new AbortController();
process.once('SIGTERM', () => end.abort());
const connection = await connectTo(address);
const parts = await tableParts(Number(answerMs));
await serveQueue({
  connection,
  version: versionOf(commit, parts.base),
  parts,
  atOnce: 1,
  locks: { lockMs: Number(lockMs), stalledMs: Number(lockMs) / 2, maxStalls: 50 },
  line: (text) => console.log(text),
  interrupted: end.signal,
});
await connection.close();
