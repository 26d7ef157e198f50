// Whether two answers mean the same: 1/2, 0.5 and \frac{1}{2} do, and so do (x+1)^2 and x^2+2x+1. Numbers are compared
// exactly; formulas with roots or variables by their values, to 50 digits, at a few fixed places (Schwartz and Zippel:
// different ones hardly agree there).
import { remembered } from '../bounded-cache';
import { algebra, type BigNumber } from './exact';
import { numberAt } from './formula';
import { readValue, type Value } from './value';

const meaningOf = remembered(readValue, 2000);

/** Never throws; what cannot be read as mathematics is compared as words. */
export function sameAnswer(one: string, other: string): boolean {
  if (one === other) return true;
  if (isWhole(one) && isWhole(other)) return BigInt(one) === BigInt(other);
  return sameValue(meaningOf(one), meaningOf(other));
}

function isWhole(text: string): boolean {
  return text.length < 80 && /^-?\d+$/.test(text);
}

function sameValue(one: Value, other: Value): boolean {
  if (one.kind === 'several' || other.kind === 'several') return sameSeveral(listed(one), listed(other));
  if (one.kind === 'words' || other.kind === 'words')
    return one.kind === 'words' && other.kind === 'words' && one.text === other.text;
  if (one.kind === 'exact' && other.kind === 'exact') return one.value.equals(other.value);
  return sameFormula(one, other);
}

type Several = Extract<Value, { kind: 'several' }>;

function listed(value: Value): Several {
  return value.kind === 'several' ? value : { kind: 'several', open: '', close: '', items: [value] };
}

/** Sets and bare lists in any order; pairs and intervals with their brackets and in their order. */
function sameSeveral(one: Several, other: Several): boolean {
  if (one.items.length !== other.items.length) return false;
  const isSet = ({ open }: Several) => open === '' || open === '{';
  if (!isSet(one) || !isSet(other)) {
    if (one.open !== other.open || one.close !== other.close) return false;
    return one.items.every((item, index) => sameValue(item, other.items[index] as Value));
  }
  const left = [...other.items];
  return one.items.every((item) => {
    const found = left.findIndex((candidate) => sameValue(item, candidate));
    if (found >= 0) left.splice(found, 1);
    return found >= 0;
  });
}

type Quantity = Extract<Value, { kind: 'exact' | 'formula' }>;

/** No values at which usual formulas meet by accident, and all positive, so that roots exist. */
const places = ['1.3791', '2.6187', '0.5437', '3.1973', '1.7219', '4.4513'];
const rounds = [0, 1, 2];
const closeEnough = '1e-50';

function sameFormula(one: Quantity, other: Quantity): boolean {
  const names = [...new Set([one, other].flatMap((value) => (value.kind === 'formula' ? value.names : [])))].sort();
  const compared = rounds.flatMap((round) => {
    const at = Object.fromEntries(names.map((name, index) => [name, placeOf(index, round)]));
    const [a, b] = [numberOf(one, at), numberOf(other, at)];
    return a === undefined || b === undefined ? [] : [isClose(a, b)];
  });
  return compared.length > 0 && compared.every((close) => close);
}

function placeOf(index: number, round: number): BigNumber {
  return algebra()
    .bignumber(places[(index + 2 * round) % places.length] as string)
    .plus(index + round);
}

function numberOf(value: Quantity, at: Readonly<Record<string, BigNumber>>): BigNumber | undefined {
  if (value.kind === 'formula') return numberAt(value.node, at);
  const { s, n, d } = value.value;
  return algebra()
    .bignumber((s * n).toString())
    .dividedBy(d.toString());
}

function isClose(a: BigNumber, b: BigNumber): boolean {
  const scale = a.abs().greaterThan(1) ? a.abs() : algebra().bignumber(1);
  return a.minus(b).abs().dividedBy(scale).lessThan(closeEnough);
}
