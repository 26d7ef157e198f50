// What is dear to make or open: made when it is first asked for, and kept. A failure is not kept.

/** Calls `make` at the first call, and again at the next one where that failed, or after what was made says by `forget`
 *  that it is gone. */
export function once<T>(make: (forget: () => void) => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made) return made;
    const forget = () => {
      if (made === making) made = undefined;
    };
    const making: Promise<T> = make(forget);
    made = making;
    making.catch(forget);
    return making;
  };
}
