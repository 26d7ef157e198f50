// A setup as the part of an address after "?", and back: "preset=signals&seed=3&credit=own&sokoban.size=8". What is as
// in the preset is left out; the values are those of the command line (wishes.ts). What cannot be read is named and
// left out, the rest is kept: no text makes it throw.
import { check } from '../../basics/check';
import { reasonOf } from '../../basics/reason';
import { listedTeams, teamsFor } from '../agents';
import type { Wording } from '../agents/role';
import { fits } from '../agents/team';
import { cardOf } from '../catalogue';
import { rebuilt } from './build';
import { presetById, presets } from './presets';
import type { RunConfig } from './run-config';
import { isShipped } from './shipped-models';
import { type ConfigWishes, wishedConfig } from './wishes';
import { type LeftOut, wishesOf } from './wishes-of';

/** What an address cannot hold: a model that was read from a file, too. */
export interface NotInAddress {
  readonly kind: LeftOut['kind'] | 'model';
  readonly name: string;
}

/** "owner/name": what else a model is called by ships with the page, or was read from files. */
export const isOnHub = (model: string): boolean => /^[\w.-]+\/[\w.-]+$/.test(model);
const isNameable = (model: string) => isOnHub(model) || isShipped(model);

/** Members that are no knobs. */
const single = ['preset', 'model', 'wording', 'team', 'tool-language', 'trainable'] as const;
const listed = ['world', 'policy', 'freeze'] as const;
const mostParts = 200;

/** Throws an ExpectationError for a preset that is not known. */
export function addressOfSetup(config: RunConfig): { readonly query: string; readonly left: readonly NotInAddress[] } {
  const { wishes, left } = wishesOf(config);
  const own = presetById(config.preset).config;
  const { preset, seed, steps, model, worlds, team, toolLanguage, trainable, policies, freeze, set } = wishes;
  const nameable = model !== undefined && isNameable(model);
  const parts: readonly (readonly [name: string, value: string | number | undefined])[] = [
    ['preset', preset],
    ['seed', seed],
    ['steps', steps],
    ['model', nameable ? model : undefined],
    ['wording', nameable && config.wording !== own.wording ? config.wording : undefined],
    ...worlds.map((world) => ['world', world] as const),
    ['team', team],
    ['tool-language', toolLanguage],
    ['trainable', trainable],
    ...policies.map((policy) => ['policy', policy] as const),
    ...freeze.map((role) => ['freeze', role] as const),
    ...set.map(knobAndValue),
  ];
  const query = parts.flatMap(([name, value]) => (value === undefined ? [] : `${name}=${escaped(value)}`)).join('&');
  const fromFile = model !== undefined && !nameable ? [{ kind: 'model', name: model } as const] : [];
  return { query, left: [...left, ...fromFile] };
}

const knobAndValue = (wish: string) => {
  const at = wish.indexOf('=');
  return [wish.slice(0, at), wish.slice(at + 1)] as const;
};

/** Only what an address may not hold as it is. */
function escaped(value: string | number): string {
  return encodeURIComponent(value).replace(/%(2F|3D|2C|3A)/g, decodeURIComponent);
}

interface Part {
  readonly name: string;
  readonly value: string;
}

/** `faults`: a sentence for each part that was not taken. */
export function setupFromAddress(query: string): { readonly config: RunConfig; readonly faults: readonly string[] } {
  const texts = query.split('&').filter((text) => text !== '');
  const faults: string[] = [];
  const parts = texts.slice(0, mostParts).map(partOf);
  if (texts.length > mostParts) faults.push(`Only the first ${mostParts} parts were read, it has ${texts.length}.`);
  const read = reader(parts, faults);
  const [first] = presets;
  let wishes: ConfigWishes = { preset: first?.id ?? '', set: [] };
  let wording: Wording | undefined;
  const take = (name: string, wish: (value: string) => Partial<ConfigWishes>) =>
    read(name, (value) => {
      const wished = { ...wishes, ...wish(value) };
      wishedConfig(wished);
      wishes = wished;
    });
  take('preset', (preset) => ({ preset }));
  take('model', (model) => ({ model }));
  read('wording', (value) => {
    check(value === 'compact' || value === 'instruct', `there is no wording "${value}": known are compact, instruct`);
    wording = value;
  });
  take('world', (world) => ({ worlds: [...(wishes.worlds ?? []), world] }));
  take('team', (team) => ({ team }));
  wishes = fitted(wishes, faults);
  take('tool-language', (toolLanguage) => ({ toolLanguage }));
  take('trainable', (trainable) => ({ trainable }));
  take('policy', (policy) => ({ policies: [...(wishes.policies ?? []), policy] }));
  take('freeze', (role) => ({ freeze: [...(wishes.freeze ?? []), role] }));
  for (const name of new Set(parts.map((part) => part.name)))
    if (!isMember(name)) take(name, (value) => ({ set: [...wishes.set, `${name}=${value}`] }));
  const config = wishedConfig(wishes);
  return { config: wording === undefined ? config : rebuilt(config, { wording }), faults };
}

function isMember(name: string): boolean {
  return [...single, ...listed].some((member) => member === name);
}

function partOf(text: string): Part {
  const [name, value] = text.includes('=') ? knobAndValue(text) : [text, ''];
  return { name: decoded(name), value: decoded(value) };
}

/** Hands over the parts of a name; what one throws becomes a fault. */
function reader(parts: readonly Part[], faults: string[]) {
  return (name: string, take: (value: string) => void): void => {
    const named = parts.filter((part) => part.name === name);
    const [, second] = single.some((member) => member === name) ? named : [];
    if (second) faults.push(`“${name}” is named twice: the first one counts.`);
    for (const { value } of second ? named.slice(0, 1) : named) {
      try {
        take(value);
      } catch (fault) {
        faults.push(`“${shortened(`${name}=${value}`)}”: ${inShort(reasonOf(fault))}.`);
      }
    }
  };
}

/** A team that plays the worlds, and worlds that the team plays. */
function fitted(wishes: ConfigWishes, faults: string[]): ConfigWishes {
  const config = wishedConfig(wishes);
  const [first, ...others] = config.worlds.map(({ environment }) => cardOf(environment));
  const team = listedTeams.find(({ id }) => id === config.team);
  if (!first || (team && [first, ...others].every((card) => fits(team, card)))) return wishes;
  const [usual] = teamsFor(first);
  const playing = team && fits(team, first) ? team : usual;
  if (wishes.team !== undefined && playing?.id !== wishes.team)
    faults.push(`“team=${wishes.team}”: the team does not play ${first.name}.`);
  const worlds = (wishes.worlds ?? []).filter((_, index) => {
    const card = [first, ...others][index];
    return card && playing && fits(playing, card);
  });
  const left = others.filter((card) => playing && !fits(playing, card)).map(({ name }) => name);
  if (left.length > 0) faults.push(`“world”: ${first.name} and ${left.join(', ')} are not played by one team.`);
  return { ...wishes, worlds, team: playing?.id ?? config.team };
}

function shortened(text: string, most = 60): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Without the flag's dashes and a list that nobody reads to its end. */
function inShort(reason: string): string {
  return shortened(reason.replace(/^--/, '').replace(/: known are .{60,}$/s, ''), 200);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a hand-made address with a stray "%"
  }
}
