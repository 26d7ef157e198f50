// How long a person waits for the page to answer: from a click to the next painted frame, as the browser itself times it (Event Timing).
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

/** Milliseconds of the slowest click since `watchAnswers`; 0 where every one was answered within a frame. */
export async function slowestAnswer(page: Page): Promise<number> {
  const answers = await page.evaluate(() => window.answersMs ?? []);
  console.log(`clicks slower than 16 ms took ${answers.map((ms) => Math.round(ms)).join(', ') || '–'} ms until the next frame`);
  return Math.max(0, ...answers);
}
