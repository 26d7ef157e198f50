// Keys of a whole screen: heard wherever the focus is, by whatever the screen has become meanwhile.
import { useEffect, useRef } from 'react';

export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest.current(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** Whether these keys belong to a field, a list or a dialog that has the focus. */
export function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

export const keepsItsKeys = 'input, textarea, select, [role="combobox"], [role="dialog"], [role="menu"]';
