// Sudoku problems as PettingLLMs reads them: a JSON list of which it takes entry "seed mod length" – training seeds run
// from 0, validation seeds from 100000. The length is chosen so that the two never meet, and our own splits lie where
// they are asked for. Whence: pettingllms/multi_agent_env/stateful (stateful_env.py, env_state.py) and
// scripts/dataprocess/load_sokoban.py at a054fb1.
import type { ArchivedFile } from '../../../files/formats/zip';
import type { RunConfig } from '../../../learning/config/run-config';
import { firstWorld, wholeSettings } from '../../../learning/config/worlds';
import type { EnvironmentSettings } from '../../../learning/environments/environment';
import { worldSeed } from '../../../learning/environments/splits';
import type { SudokuState } from '../../../learning/environments/sudoku/grid';
import { sudoku } from '../../../learning/environments/sudoku/sudoku';
import { worldSeedsOf } from '../../../learning/training/step';
import type { ProblemNeed } from './problem-need';

const firstValidationSeed = 100_000;
const validationProblems = 100;

export function sudokuFile(config: RunConfig, { training, steps, afterStep }: ProblemNeed): ArchivedFile[] {
  const environmentSettings = wholeSettings(firstWorld(config));
  // its first validation problem wanders with the step: seed 100000 + step
  const validation = Math.max(validationProblems, steps + 1);
  const { length, validationAt } = lengthFor(training, validation);
  const nextSeeds = seedsAfter(config, afterStep);
  const entries = Array.from({ length }, (_, index) => {
    const held = index >= validationAt && index < validationAt + validation;
    const seed = held ? worldSeed('validation', index - validationAt) : (nextSeeds.next().value ?? 0);
    return entryOf(index, seed, environmentSettings);
  });
  const size = Number(environmentSettings['size']);
  const bytes = new TextEncoder().encode(`[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`);
  // it is written to one of the two places and read from the other
  return ['datasets', 'data'].map((folder) => ({
    name: `${folder}/sudoku_environments/sudoku_${size}x${size}.json`,
    bytes,
  }));
}

/** The shortest list in which neither the training seeds wrap around nor the validation seeds fall among them. */
export function lengthFor(
  training: number,
  validation: number,
): { readonly length: number; readonly validationAt: number } {
  for (let length = training + validation; ; length++) {
    const validationAt = firstValidationSeed % length;
    if (validationAt >= training && validationAt + validation <= length) return { length, validationAt };
  }
}

/** The training problems that the run would have gone on with here. */
function* seedsAfter(config: RunConfig, step: number): Generator<number, number> {
  for (let next = step + 1; ; next++) yield* worldSeedsOf(config, next);
}

function entryOf(id: number, seed: number, settings: EnvironmentSettings) {
  const { clues } = sudoku.start(seed, settings) as SudokuState;
  const size = Math.sqrt(clues.length);
  const rows = Array.from({ length: size }, (_, row) =>
    [...clues.slice(row * size, (row + 1) * size)].map((clue) => (clue === '-' ? 0 : Number(clue))),
  );
  const filled = rows.flat().filter((value) => value !== 0).length;
  const ratio = filled / clues.length;
  return {
    id,
    size,
    seed,
    puzzle: rows,
    filled_cells: filled,
    total_cells: clues.length,
    fill_ratio: Number(ratio.toFixed(3)),
    difficulty: ratio > 0.6 ? 'easy' : ratio > 0.4 ? 'medium' : 'hard',
  };
}
