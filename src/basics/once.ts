// A value that is expensive to make: made when it is first asked for, then kept. A failure is not kept.

/** Calls `make` once and keeps the result. Calls it again after a failure, or after the result has said by `forget`
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
