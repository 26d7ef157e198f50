// Work that waits until a person sees what is there already.

/** Calls it once what is rendered now is on the screen and the browser has nothing else to do. Undone by what it
 *  answers. */
export function whenIdle(act: () => void): () => void {
  let undo = () => {};
  const frame = requestAnimationFrame(() => {
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(act, 300);
      undo = () => clearTimeout(timer);
      return;
    }
    const wish = requestIdleCallback(act, { timeout: 2000 });
    undo = () => cancelIdleCallback(wish);
  });
  return () => {
    cancelAnimationFrame(frame);
    undo();
  };
}

/** Resolves then; in a tab that nobody sees, which has no frames, after a second. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    const undo = whenIdle(resolve);
    setTimeout(() => {
      undo();
      resolve();
    }, 1000);
  });
