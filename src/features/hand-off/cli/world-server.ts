// A run's world as a process of its own: `node world-server.mjs game.json` answers questions line by line
// (shared/serving.ts), until its input ends. Built into one script by `virtual:script/…`, which travels in the folder.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { answerTo, gameFrom } from '../shared/serving';

const [, , file] = process.argv;
if (file === undefined) {
  console.error('usage: node world-server.mjs game.json');
  process.exit(2);
}
const game = gameFrom(readFileSync(file, 'utf8'));
for await (const line of createInterface({ input: process.stdin }))
  if (line.trim() !== '') process.stdout.write(`${await answerTo(game, line)}\n`);
