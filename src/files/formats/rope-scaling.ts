// Llama 3's scaling of rotary positions as GGUF tells it: by what each frequency is divided by ("rope_freqs.weight"),
// from which the four numbers of config.json ("rope_scaling") are found again. Whence: Llama3Model of llama.cpp's
// converter, which writes the divisors.
import { divisorsOf, frequenciesOf, type RopeScaling } from '../../contract/rope';
import { checkFile } from './format-error';

/** All of Llama 3.1, 3.2 and 3.3 have these, and a factor of their own. */
const published = { lowFrequency: 1, highFrequency: 4, firstPositions: 8192 };
/** The divisors are f32, and were computed in it. */
const tolerance = 1e-4;

/** The scaling as config.json has it. */
export function configOfScaling(scaling: RopeScaling): Record<string, unknown> {
  return {
    rope_type: 'llama3',
    factor: scaling.factor,
    low_freq_factor: scaling.lowFrequency,
    high_freq_factor: scaling.highFrequency,
    original_max_position_embeddings: scaling.firstPositions,
  };
}

/** The scaling that has these divisors; nothing when all are 1. Throws a FormatError when no scaling of Llama 3's kind
 *  has them. */
export function scalingOfDivisors(divisors: Float32Array, theta: number, fileName: string): RopeScaling | undefined {
  const what = 'tensor "rope_freqs.weight"';
  const wrong = divisors.find((divisor) => !(divisor >= 1 - tolerance && Number.isFinite(divisor)));
  checkFile(wrong === undefined, fileName, `${what} has a divisor of ${wrong}: expected finite numbers of at least 1`);
  const factor = roundIfNear(Math.max(...divisors));
  if (factor < 1 + tolerance) return undefined;
  const found = [{ factor, ...published }, fitted(divisors, theta, factor)].find((scaling) => {
    if (!scaling) return false;
    const wanted = divisorsOf(scaling, 2 * divisors.length, theta);
    return divisors.every((divisor, i) => Math.abs(divisor / (wanted[i] ?? Number.NaN) - 1) < tolerance);
  });
  checkFile(
    found,
    fileName,
    `its rotary positions are scaled (${what}) otherwise than Llama 3's, which is not supported: take a model of the Llama 3 family, or one without rope scaling, such as SmolLM2 or Qwen`,
  );
  return found;
}

/** Between slow and fast, 1 ÷ divisor is a line in the frequency; it is the same for many triples of settings, of which
 *  one has a low factor of 1. Nothing when fewer than two frequencies lie there. */
function fitted(divisors: Float32Array, theta: number, factor: number): RopeScaling | undefined {
  const between = [...frequenciesOf(2 * divisors.length, theta)]
    .map((own, i) => ({ own, kept: (1 / (divisors[i] as number) - 1 / factor) / (1 - 1 / factor) }))
    .filter(({ kept }) => kept > tolerance && kept < 1 - tolerance);
  const [first] = between;
  const last = between.at(-1);
  if (!first || !last || first === last) return undefined;
  const ramp = (first.kept - last.kept) / (first.own - last.own);
  const width = -1 / (first.kept - ramp * first.own);
  if (!(ramp > 0 && width > 0)) return undefined;
  return {
    factor,
    lowFrequency: 1,
    highFrequency: roundIfNear(1 + width),
    firstPositions: roundIfNear(2 * Math.PI * width * ramp),
  };
}

/** Settings are round numbers; computing in f32 leaves a trace. */
function roundIfNear(value: number): number {
  const round = Math.round(value * 100) / 100;
  return Math.abs(value / round - 1) < tolerance / 10 ? round : value;
}
