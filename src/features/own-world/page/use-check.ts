// The check of a module as the screen shows it: at rest, under way, or done with a report that belongs to one text.

import { useEffect, useRef, useState } from 'react';
import { reasonOf } from '../../../basics/reason';
import { vocabularyAddress } from '../../../page/stores/vocabulary-store';
import { checkWorldAside, type WorldReport } from '../worker/world-check-client';

export type CheckState =
  | { readonly kind: 'rest' }
  | { readonly kind: 'checking'; readonly done: number; readonly total: number; readonly what: string }
  | { readonly kind: 'done'; readonly source: string; readonly report: WorldReport }
  | { readonly kind: 'failed'; readonly why: string };

export function useCheck(): {
  readonly state: CheckState;
  readonly check: (source: string) => void;
  readonly cancel: () => void;
} {
  const [state, setState] = useState<CheckState>({ kind: 'rest' });
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);
  const check = (source: string) => {
    under.current?.abort();
    const cancelling = new AbortController();
    under.current = cancelling;
    setState({ kind: 'checking', done: 0, total: 5, what: 'loads' });
    const show = (next: CheckState) => {
      if (!cancelling.signal.aborted) setState(next);
    };
    checkWorldAside({
      source,
      tokenizerAddress: vocabularyAddress(),
      signal: cancelling.signal,
      onProgress: (done, total, what) => show({ kind: 'checking', done, total, what }),
    }).then(
      (report) => show({ kind: 'done', source, report }),
      (error) => show({ kind: 'failed', why: reasonOf(error) }),
    );
  };
  const cancel = () => {
    under.current?.abort();
    setState({ kind: 'rest' });
  };
  return { state, check, cancel };
}
