// What makes a Python world of its source. Nothing is started for it: the sandbox runs the package when an answer is to
// be judged.
import { check } from '../../../basics/check';
import type { Makers, WorldModule } from '../../../learning/catalogue';
import type { Environment, EnvironmentCard } from '../../../learning/environments/environment';
import { cardOfGame, gameWorld } from '../shared/games';
import { cardOfQuestions, questionsWorld } from '../shared/questions';
import { idOfSource, readSource, type WorldSource, writeSource } from '../shared/world-source';

export const openPythonMakers = async (): Promise<Makers> => ({ world: worldOfModule });

const made = new WeakMap<WorldModule, Environment>();

function worldOfModule(module: WorldModule): Environment {
  const known = made.get(module);
  if (known) return known;
  const { card, source: text } = module;
  const source = readSource(text);
  const id = idOfSource(source, text);
  check(id === card.id, `the module is the world "${id}", and is called "${card.id}": make it again`);
  const world = (source.kind === 'questions' ? questionsWorld(id, source) : gameWorld(id, source)) as Environment;
  made.set(module, world);
  return world;
}

export function moduleOfSource(source: WorldSource): WorldModule {
  return moduleOfText(writeSource(source));
}

/** Throws as `readSource` does. */
export function moduleOfText(text: string): WorldModule {
  const source = readSource(text);
  return { card: cardOf(idOfSource(source, text), source), source: text };
}

function cardOf(id: string, source: WorldSource): EnvironmentCard {
  return source.kind === 'questions' ? cardOfQuestions(id, source) : cardOfGame(id, source);
}
