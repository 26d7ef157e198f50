// Whether a worker still answers. A thread can stand still for ever without an error (Firefox: e2e/README.md); the page
// then turns its wheel and says nothing. Turns of a timer are counted, not hours: a laptop that slept is no silence.

const everyMs = 15_000;
/** Without an answer: a minute. Longer than any work a thread does in one piece. */
const turns = 4;

/** `ping`: a call that the worker answers at once. `onSilent` is called once for each call that stays unanswered. */
export function watchSilence(ping: () => Promise<unknown>, onSilent: () => void): void {
  let asked = false;
  let waited = 0;
  const answered = () => {
    asked = false;
    waited = 0;
  };
  const timer = setInterval(() => {
    if (asked && ++waited === turns) onSilent();
    if (asked) return;
    asked = true;
    ping().then(answered, () => clearInterval(timer)); // it broke, which every other call says
  }, everyMs);
}
