// How long a person waits for the page to answer: from a click to the next painted frame, as the browser itself times
// it (Event Timing).
import type { Page } from 'playwright';

declare global {
  interface Window {
    answersMs?: number[];
  }
}

/** Begins to time clicks. */
export function watchAnswers(page: Page): Promise<void> {
  return page.evaluate(() => {
    const answers: number[] = [];
    window.answersMs = answers;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'click') answers.push(entry.duration);
    });
    observer.observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });
}

/** Milliseconds that nine of ten clicks since `watchAnswers` stayed within; clicks answered in the very next frame
 *  count as 16. */
export async function usualSlowAnswer(page: Page): Promise<number> {
  const answers = await page.evaluate(() => window.answersMs ?? []);
  console.log(`clicks took ${answers.map((ms) => Math.round(ms)).join(', ') || 'at most 16'} ms until the next frame`);
  return [...answers].sort((a, b) => a - b)[Math.ceil(0.9 * answers.length) - 1] ?? 16;
}
