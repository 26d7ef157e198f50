// What the page is handed a way to open: opened when it is first asked for, once; asked again where opening failed.
// main.tsx hands in the real thing, tests one of their own.
import { present } from '../../basics/check';
import { once } from '../../basics/once';

export interface Door<T> {
  /** Called once, before the page is drawn. */
  readonly provide: (opener: () => Promise<T>) => void;
  /** Rejects where it cannot be opened; the next call tries again. */
  readonly open: () => Promise<T>;
}

/** `missing`: what is wrong while nothing was handed in. */
export function door<T>(missing: string): Door<T> {
  let opened: (() => Promise<T>) | undefined;
  return {
    provide: (opener) => {
      opened = once(opener);
    },
    open: () => present(opened, missing)(),
  };
}

/** What the page is handed a maker of: made when it is first asked for, and anew after another maker was handed in. */
export function handedIn<T>(missing: string): { readonly provide: (maker: () => T) => void; readonly get: () => T } {
  let make: (() => T) | undefined;
  let made: { readonly it: T } | undefined;
  return {
    provide: (maker) => {
      make = maker;
      made = undefined;
    },
    get: () => {
      made ??= { it: present(make, missing)() };
      return made.it;
    },
  };
}
