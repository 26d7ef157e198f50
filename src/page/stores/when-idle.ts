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

/** Resolves behind the frame that shows what is rendered now; a tab that nobody sees has no frames:
 *  at once there. */
export const drawn = (): Promise<void> =>
  new Promise((resolve) => {
    const behindIt = () => void setTimeout(resolve);
    if (document.hidden) behindIt();
    else requestAnimationFrame(behindIt);
  });
