// Progress on stderr: a bar that redraws itself where a person looks on, plain lines where a file does, nothing when
// quiet.

export interface Progress {
  /** `done` of `total`; drawn a few times a second at most. */
  bar(what: string, done: number, total: number): void;
  /** A line that stays. */
  line(text: string): void;
  /** Clears the bar. */
  end(): void;
}

const width = 24;
const redrawMs = 100;

export function progressOn(
  stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>,
  now: () => number = () => performance.now(),
): Progress {
  let drawnMs = Number.NEGATIVE_INFINITY;
  let open = false;
  const clear = () => {
    if (open) stream.write('\r\x1b[K');
    open = false;
  };
  return {
    bar: (what, done, total) => {
      if (!stream.isTTY || (done < total && now() - drawnMs < redrawMs)) return;
      drawnMs = now();
      const filled = Math.round((width * Math.min(done, total)) / Math.max(1, total));
      stream.write(
        `\r\x1b[K${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${what} ${done}/${total}`.slice(
          0,
          (stream.columns ?? 120) + 4,
        ),
      );
      open = true;
    },
    line: (text) => {
      clear();
      stream.write(`${text}\n`);
    },
    end: clear,
  };
}

export const silence: Progress = { bar: () => {}, line: () => {}, end: () => {} };

/** "1 h 04 min", "3 min 20 s", "12 s" */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole >= 3600)
    return `${Math.floor(whole / 3600)} h ${String(Math.floor((whole % 3600) / 60)).padStart(2, '0')} min`;
  return whole >= 60 ? `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s` : `${whole} s`;
}

/** "41.2 %" */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
