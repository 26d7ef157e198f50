// The studies that are published, carried out: a queue of `lab study` processes, so many at once. Each has a folder of its own, holds all it
// needs to go on, and writes what it says to a log. What is finished is not done again; Ctrl+C lets every process save and stop.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { runTool } from '../../src/headless/commands.mjs';
import { isStale } from '../../src/headless/freshness.mjs';
import { vulkanDriver } from '../../src/headless/vulkan.mjs';
import { makeBase } from './bases.mjs';
import { jobIn, studyIn } from './collect.mjs';

const everyMs = 60_000;

/**
 * Resolves with how many jobs are finished, failed and left. A job: { id, seeds, words }, words of `lab study`.
 * `root` is the project's folder, `say` hears of every step.
 */
export async function carryOut(jobs, { folder, atOnce, root, say }) {
  for (const job of jobs) checkSame(folder, job);
  const program = await builtLab(root);
  mkdirSync(join(folder, 'logs'), { recursive: true });
  const waiting = jobs.filter((job) => !isFinished(folder, job));
  if (waiting.length < jobs.length) say(`${jobs.length - waiting.length} of ${jobs.length} are finished already`);
  const ended = { finished: jobs.length - waiting.length, failed: [], left: 0 };
  const running = new Map();
  let asked = 0;
  const pause = () => {
    asked++;
    say(asked === 1 ? `pausing ${running.size} after their steps …` : 'ending at once …');
    for (const child of running.values()) child.kill('SIGINT'); // the second one ends a lab at once
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pause);
  for (const base of new Map(jobs.flatMap(({ base }) => (base ? [[base.name, base]] : []))).values()) {
    if (asked > 0) break;
    const made = (words) => runLab({ name: base.name, words }, { folder, atOnce: 1, program, running });
    await makeBase(base, { root, say, runLab: made });
  }
  const heard = setInterval(() => {
    for (const job of running.keys()) say(`  ${nameOf(job)}: ${lastLine(folder, job)}`);
  }, everyMs);

  const worker = async () => {
    for (let job = waiting.shift(); job && asked === 0; job = waiting.shift()) {
      say(`${nameOf(job)} ${studyIn(placeOf(folder, job)) ? 'goes on' : 'begins'}; ${waiting.length} wait`);
      const status = await runJob(job, { folder, atOnce, program, running });
      if (isFinished(folder, job)) {
        ended.finished++;
        say(`${nameOf(job)} is finished`);
      } else if (asked > 0) ended.left++;
      else {
        ended.failed.push(nameOf(job));
        say(`${nameOf(job)} FAILED, exit status ${status}: ${lastLine(folder, job)} (${logOf(folder, job)})`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  clearInterval(heard);
  for (const signal of signals) process.off(signal, pause);
  return { ...ended, left: jobs.length - ended.finished - ended.failed.length };
}

function runJob(job, about) {
  const place = placeOf(about.folder, job);
  mkdirSync(place, { recursive: true });
  const [{ model = 'unknown' } = {}] = cpus();
  const begun = { words: job.words, machine: { processor: model, cores: cpus().length, atOnce: about.atOnce } };
  writeFileSync(join(place, 'job.json'), `${JSON.stringify(begun)}\n`);
  const out = join(place, 'study');
  const words = ['study', job.study, '--seeds', job.seeds.join(','), '--out', out, ...job.words];
  return runLab({ name: folderOf(job), words, job }, about);
}

/** Resolves with the exit status of a lab. */
function runLab({ name, words, job = name }, { folder, atOnce, program, running }) {
  const log = openSync(join(folder, 'logs', `${name}.log`), 'a');
  // A lab that shares the processor with another computes on one thread, where the GPU is a software one.
  const threads = atOnce > 1 && !process.env.LP_NUM_THREADS ? { LP_NUM_THREADS: '1' } : {};
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...words], {
      env: { ...process.env, ...vulkanDriver()?.environment, ...threads },
      stdio: ['ignore', log, log],
      detached: true, // Ctrl+C in a terminal reaches us alone: we pass it on, once
    });
    running.set(job, child);
    const end = (status) => {
      running.delete(job);
      closeSync(log);
      resolve(status);
    };
    child.once('error', (error) => end(error.message));
    child.once('exit', (status, signal) => end(status ?? signal));
  });
}

/** What lies there was begun with the same words; otherwise its figures would be taken for those of other settings. */
function checkSame(folder, job) {
  const before = jobIn(placeOf(folder, job))?.words.join(' ');
  if (before !== undefined && before !== job.words.join(' '))
    throw new Error(`${placeOf(folder, job)} was begun with "${before}", not "${job.words.join(' ')}": name another folder`);
}

/** The lab, built anew where its sources changed. */
async function builtLab(root) {
  const program = join(root, 'dist', 'headless', 'lab.mjs');
  const sources = ['basics', 'learning', 'engine', 'files', 'lab', 'headless'].map((room) => join(root, 'src', room));
  if (!isStale(program, sources)) return program;
  const status = await runTool('vite', ['build', '--config', join('src', 'headless', 'vite.config.ts'), '--logLevel', 'warn']);
  if (status !== 0) throw new Error('the lab could not be built: see the message above');
  return program;
}

function nameOf({ id, seeds }) {
  return `${id}, ${seeds.length > 1 ? 'seeds' : 'seed'} ${seeds.join(', ')}`;
}

function folderOf({ id, seeds }) {
  return `${id}-${seeds.join('-')}`;
}

function placeOf(folder, job) {
  return join(folder, folderOf(job));
}

function logOf(folder, job) {
  return join(folder, 'logs', `${folderOf(job)}.log`);
}

function isFinished(folder, job) {
  return studyIn(placeOf(folder, job))?.status === 'finished';
}

function lastLine(folder, job) {
  const file = logOf(folder, job);
  const lines = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
    : [];
  return (lines.at(-1) ?? 'nothing said yet').trim();
}
