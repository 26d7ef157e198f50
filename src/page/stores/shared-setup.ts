// A setup that is handed on: as a link, as commands, as a file of settings – and taken in again. What such a link or
// file says wrongly is kept here until it is put away.
import { create } from 'zustand';
import { reasonOf } from '../../basics/reason';
import { presetById } from '../../learning/config/presets';
import type { RunConfig } from '../../learning/config/run-config';
import { addressOfSetup, type NotInAddress, setupFromAddress } from '../../learning/config/setup-address';
import { isShipped } from '../../learning/config/shipped-models';
import { folderFor, trainCommand } from '../../learning/config/train-command';
import { pageFeatures } from '../features';
import { copyText } from './copying';
import { handOver } from './exported';
import { clearBench } from './lab-actions';
import { notify } from './notices-store';
import { currentRoute, navigate, type Route } from './route';
import { configFrom, copySetup, setupStore } from './setup-store';
import { isTraining, trainerStore } from './trainer-store';
import { prepareWorlds } from './worlds';

interface Refused {
  readonly title: string;
  readonly reasons: readonly string[];
  /** What became of the rest. */
  readonly now: string;
}

export const refusedSetup = create<{ readonly refused?: Refused | undefined }>()(() => ({}));

function refuse(refused: Refused | undefined): void {
  refusedSetup.setState({ refused });
}

export function dismissRefused(): void {
  refuse(undefined);
}

/** The Lab with this setup in its address, and what whoever hands on the link has to know. */
export function linkOfSetup(config: RunConfig) {
  const { query, left } = addressOfSetup(config);
  const note = left.length === 0 ? undefined : `It is without ${inWords(left)}: an address holds no files.`;
  return { to: 'this setup', route: { screen: 'lab', setup: query } as const satisfies Route, note };
}

/** The run on a command line. */
export async function copyCommands(config: RunConfig, name: string): Promise<void> {
  const { line, left } = trainCommand(config, folderFor(name));
  const flags = left.map(({ kind }) => flagFor[kind]);
  const notes = [
    left.length === 0 ? [] : `They are without ${inWords(left)}: add ${[...new Set(flags)].join(' and ')}.`,
    isShipped(config.model) ? [] : '“--model” names a folder or a .gguf file on that machine.',
  ];
  await copyText({ what: 'Commands', text: line, note: notes.flat().join(' ') || undefined });
}

const flagFor = {
  world: '--world FILE.js',
  problems: '--problems FILE',
  team: '--team FILE.json',
  start: '--start policy=FOLDER',
  fork: '--fork FOLDER --at STEP',
} as const;

/** "the world “Rooms” and the team “Mine”" */
function inWords(left: readonly NotInAddress[]): string {
  const words = left.map(({ kind, name }) => {
    if (kind === 'start') return `the weights that “${name}” starts from`;
    return kind === 'fork' ? 'the run it goes on from' : `the ${kind} “${name}”`;
  });
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** The settings as a file, into the downloads. */
export async function saveSettings(config: RunConfig, name: string): Promise<void> {
  const { writeSettingsJson } = await import('../../files/formats/run-json');
  const fileName = `${folderFor(name).replace(/^.*\//, '')}.settings.json`;
  handOver({ fileName, bytes: writeSettingsJson(config) });
}

/** Takes the setup of an address, once: an address that says the setup as it stands changes nothing. */
export function openSetupLink(query: string): void {
  if (query === addressOfSetup(configFrom(setupStore.getState())).query) return;
  const { config, faults } = setupFromAddress(query);
  take(config);
  if (isTraining(trainerStore.getState()))
    notify({ text: 'The settings of this link are in Setup, for the run after the one that trains.' });
  const now = 'The rest is in Setup.';
  if (faults.length > 0) refuse({ title: 'Parts of this link were not taken.', reasons: faults, now });
}

function take(config: RunConfig): void {
  refuse(undefined);
  copySetup(config);
  clearBench();
}

const followMs = 300;

/** An address that says a setup follows it as it is changed, and gives way to the run that is started with it. Returns
 *  how to stop. */
export function followSetup(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = (said: () => string | undefined) => {
    const route = currentRoute();
    if (route.screen === 'lab' && route.setup !== undefined)
      navigate({ screen: 'lab', setup: said() }, { replace: true });
  };
  const unsubscribe = [
    setupStore.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => follow(() => addressOfSetup(configFrom(setupStore.getState())).query), followMs);
    }),
    trainerStore.subscribe(({ live }, before) => {
      if (live?.status === 'running' && live.id !== before.live?.id) follow(() => undefined);
    }),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of unsubscribe) stop();
  };
}

/** Whether a file's name says that it holds settings. */
export function isSettingsFile({ name }: Pick<File, 'name'>): boolean {
  return /\.settings\.json$/i.test(name);
}

/** Fills the setup with the settings of a file, or of a run as JSON. JSON of another kind goes on to the feature that
 *  takes it. */
export async function openSettings(file: File): Promise<void> {
  try {
    const [{ readSettingsJson, saysRun, saysSettings }, { configFromFile }] = await Promise.all([
      import('../../files/formats/run-json'),
      import('../../learning/config/given-config'),
    ]);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const document = documentIn(bytes);
    if (!saysSettings(document) && pageFeatures().some(({ takeFile }) => takeFile?.(file))) return;
    const config = configFromFile(readSettingsJson(bytes, file.name));
    presetById(config.preset);
    await prepareWorlds(config.definitions?.modules ?? []);
    take(config);
    navigate({ screen: 'lab' });
    const left = saysRun(document) ? ' Curves and checkpoints travel in the whole run (.grove.zip) only.' : '';
    notify({ text: `The settings of ${file.name} are in Setup now.${left}` }, { ms: left ? 12_000 : 5000 });
  } catch (fault) {
    const reason = reasonOf(fault).replace(`${file.name}: `, '');
    refuse({ title: `${file.name} was not taken.`, reasons: [reason], now: 'Setup is as it was.' });
    if (currentRoute().screen !== 'lab') navigate({ screen: 'lab' });
  }
}

function documentIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
