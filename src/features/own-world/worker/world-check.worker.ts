// The thread in which a module is checked: a world that never ends keeps nobody else waiting, and Cancel ends the
// thread.
import { expose } from 'comlink';
import { tokenizerFrom } from '../../../learning/language/tokenizer';
import { checkWorld, type WorldReport } from './check-world';
import { interpreterFile } from './open-own-worlds';

export interface WorldCheckApi {
  check(
    source: string,
    tokenizerAddress: string,
    onProgress: (done: number, total: number, what: string) => void,
  ): Promise<WorldReport>;
}

const check: WorldCheckApi['check'] = async (source, tokenizerAddress, onProgress) => {
  const [quickjs, tokenizer] = await Promise.all([
    Promise.all([import('./makers'), interpreterFile()]).then(([made, wasm]) => made.worldInterpreter(wasm)),
    // without it, nothing is said of the model's words
    fetch(tokenizerAddress).then(
      async (response) => (response.ok ? tokenizerFrom(await response.json()) : undefined),
      () => undefined,
    ),
  ]);
  return checkWorld(source, { quickjs, ...(tokenizer ? { tokenizer } : {}), now: () => performance.now(), onProgress });
};

expose({ check } satisfies WorldCheckApi);
