// The fixed colour and name of every role: the same on cards, curves, chips and in words.
import type { CSSProperties } from 'react';

export type RoleColor = 'orange' | 'blue' | 'indigo' | 'purple' | 'cyan' | 'pink' | 'bronze';

export interface RoleStyle {
  /** Radix accent name. */
  readonly color: RoleColor;
  /** CSS colour for lines and dots; follows light and dark. */
  readonly cssVar: string;
  readonly label: string;
  /** One sentence: what the role does. */
  readonly does: string;
}

const known: Readonly<Record<string, Omit<RoleStyle, 'cssVar'>>> = {
  tool: { color: 'orange', label: 'Tool role', does: 'Writes a tiny program; it runs on a copy of the board.' },
  plan: { color: 'blue', label: 'Plan role', does: 'Reads the program and its outcome, then decides the moves.' },
};
/** Of the listed worlds' players: partners are told apart, and who moves a figure has the figure's colour
 *  (board.css). */
const players: Readonly<Record<string, RoleColor>> = {
  speaker: 'purple',
  listener: 'cyan',
  guide: 'pink',
  walker: 'indigo',
  first: 'indigo',
  second: 'pink',
};
const spare: readonly RoleColor[] = ['purple', 'cyan', 'pink', 'bronze'];

export function roleStyle(role: string): RoleStyle {
  const found = known[role] ?? {
    color: players[role] ?? spareColor(role),
    label: `${capital(role)} role`,
    does: 'Takes its turn in the team.',
  };
  return { ...found, cssVar: `var(--${found.color}-9)` };
}

/** Sets --role to the role's colour on an element. */
export function roleVariable(role: string): CSSProperties {
  return { ['--role' as string]: roleStyle(role).cssVar };
}

function spareColor(role: string): RoleColor {
  const sum = [...role].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return spare[sum % spare.length] ?? 'purple';
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
