// Whether what can be pointed at is large enough to be hit (WCAG 2.5.8, Target Size).
import type { Page } from 'playwright';

/** CSS pixels, each way. */
export const smallestTarget = 24;
/** Of what a finger has to hit. */
export const smallestForFingers = 44;

/** What on the page is smaller to a pointer than it should be, one line for each. Counted is what can be hit: with its
 *  label, and with an `::after` laid over it. Exempt are words in a sentence, and what has the room of a full one to
 *  itself. */
export function smallTargets(page: Page, smallest = smallestTarget): Promise<readonly string[]> {
  return page.evaluate((least) => {
    interface Area {
      readonly left: number;
      readonly top: number;
      readonly right: number;
      readonly bottom: number;
    }
    const roles = ['button', 'link', 'switch', 'checkbox', 'radio', 'tab', 'slider', 'option', 'menuitem', 'combobox'];
    const all = ['a[href]', 'button', 'input', 'select', 'textarea', 'summary', ...roles.map((r) => `[role="${r}"]`)];
    const around = (a: Area, b: Area): Area => ({
      left: Math.min(a.left, b.left),
      top: Math.min(a.top, b.top),
      right: Math.max(a.right, b.right),
      bottom: Math.max(a.bottom, b.bottom),
    });
    const laidOver = (element: Element, area: Area): Area => {
      const { content, position, top, left, width, height } = getComputedStyle(element, '::after');
      if (content === 'none' || position !== 'absolute' || getComputedStyle(element).position === 'static') return area;
      const [x, y] = [area.left + Number.parseFloat(left), area.top + Number.parseFloat(top)];
      const over = { left: x, top: y, right: x + Number.parseFloat(width), bottom: y + Number.parseFloat(height) };
      return around(area, over);
    };
    const hit = (element: Element): Area => {
      const area = laidOver(element, element.getBoundingClientRect());
      const labels = [...((element as HTMLInputElement).labels ?? []), element.closest('label')];
      return labels.reduce((sum, label) => (label ? around(sum, label.getBoundingClientRect()) : sum), area);
    };
    const isTarget = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1 || element.closest('[inert], [aria-hidden="true"]')) return false;
      const { pointerEvents, clipPath } = getComputedStyle(element);
      if (pointerEvents === 'none' || clipPath !== 'none' || element.matches(':disabled')) return false;
      return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    const inSentence = (element: Element): boolean => {
      if (!getComputedStyle(element).display.startsWith('inline')) return false;
      let block = element.parentElement;
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
      if (!block || /flex|grid/.test(getComputedStyle(block).display)) return false;
      return (block.textContent ?? '').trim().length > (element.textContent ?? '').trim().length;
    };
    /** What scrolls with it: another thing under which it is scrolled is not beside it. */
    const scrollerOf = (element: Element | null): Element | null => {
      if (!element || /auto|scroll/.test(getComputedStyle(element).overflowY)) return element;
      return scrollerOf(element.parentElement);
    };
    const targets = [...document.querySelectorAll(all.join())].filter(isTarget).map((element) => {
      const area = hit(element);
      const [width, height] = [area.right - area.left, area.bottom - area.top];
      return {
        element,
        area,
        width,
        height,
        scroller: scrollerOf(element.parentElement),
        small: Math.min(width, height) < least - 0.1,
      };
    });
    /** The area that one of full size in its place would have. */
    const full = ({ left, top, right, bottom }: Area): Area => {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return { left: x - least / 2, top: y - least / 2, right: x + least / 2, bottom: y + least / 2 };
    };
    const meet = (a: Area, b: Area): boolean =>
      a.left < b.right - 0.1 && b.left < a.right - 0.1 && a.top < b.bottom - 0.1 && b.top < a.bottom - 0.1;
    const crowded = (one: (typeof targets)[number]) =>
      targets.find(
        (other) =>
          other !== one &&
          other.scroller === one.scroller &&
          !one.element.contains(other.element) &&
          !other.element.contains(one.element) &&
          meet(full(one.area), other.small ? full(other.area) : other.area),
      );
    const named = (element: Element): string => {
      const words =
        element.getAttribute('aria-label') ?? (element.textContent?.trim() || element.getAttribute('title'));
      const kind = [element.localName, ...element.classList].join('.');
      return `${kind} “${(words ?? '').slice(0, 50)}”`;
    };
    return targets
      .filter(({ small, element }) => small && !inSentence(element))
      .flatMap((one) => {
        const other = crowded(one);
        const size = `${one.width.toFixed(1)} × ${one.height.toFixed(1)}`;
        return other ? [`${named(one.element)} is ${size} px to a pointer, close to ${named(other.element)}`] : [];
      });
  }, smallest);
}
