// The wheels of a package in this browser: which are missing, those that are given, and what is wrong with them.
import { useCallback, useEffect, useState } from 'react';
import { reasonOf } from '../../../basics/reason';
import { storage } from '../../../page/stores/storage-client';
import type { ImageCard } from '../shared/images';
import {
  forgetImage,
  type GivenWheel,
  type KeptValues,
  keepWheel,
  missingPins,
  wheelsBeside,
} from '../worker/kept-wheels';

export type WheelsState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly why: string }
  | {
      readonly kind: 'read';
      readonly missing: readonly string[];
      /** The file that is being looked into. */
      readonly checking?: string;
      /** What is wrong with files that were given. */
      readonly faults: readonly string[];
    };

export interface WheelsInUse {
  readonly state: WheelsState;
  readonly give: (files: readonly File[]) => void;
  readonly takeBeside: () => void;
  readonly forget: () => void;
}

const kept = async (): Promise<KeptValues> => {
  const { setting, setSetting } = await storage();
  return { get: setting, set: setSetting };
};

export function useWheels(card: ImageCard): WheelsInUse {
  const [state, setState] = useState<WheelsState>({ kind: 'reading' });
  const read = useCallback(
    async (faults: readonly string[] = []) => {
      try {
        setState({ kind: 'read', missing: await missingPins(await kept(), card), faults });
      } catch (error) {
        setState({ kind: 'failed', why: reasonOf(error) });
      }
    },
    [card],
  );
  useEffect(() => void read(), [read]);
  const checking = (name: string) =>
    setState((now) => (now.kind === 'read' ? { ...now, checking: name, faults: [] } : now));
  const keepAll = async (wheels: readonly { readonly name: string; readonly read: () => Promise<GivenWheel> }[]) => {
    const faults: string[] = [];
    for (const { name, read: open } of wheels) {
      checking(name);
      try {
        await keepWheel(await kept(), await open());
      } catch (error) {
        faults.push(reasonOf(error));
      }
    }
    await read(faults);
  };
  return {
    state,
    give: (files) =>
      void keepAll(
        files.map((file) => ({
          name: file.name,
          read: async () => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }),
        })),
      ),
    takeBeside: async () => {
      const missing = state.kind === 'read' ? state.missing : [];
      checking('wheels beside the page');
      try {
        const wheels = await wheelsBeside(document.baseURI, missing);
        await keepAll(wheels.map((wheel) => ({ name: wheel.name, read: async () => wheel })));
      } catch (error) {
        await read([reasonOf(error)]);
      }
    },
    forget: async () => {
      await forgetImage(await kept(), card);
      await read();
    },
  };
}
