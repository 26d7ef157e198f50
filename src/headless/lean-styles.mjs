// Radix' styles without what this page never shows, as a plugin of PostCSS: less than half is left.
// page/lean-styles.test.ts holds the page to it. Plain JavaScript, because Vite's own settings import it.

/** Components of Radix whose styles are left out, as their classes begin. The page has none of them. */
export const absent = [
  ...['Avatar', 'Card', 'BaseCard', 'CheckboxCards', 'CheckboxGroup', 'Container', 'DataList', 'Em'],
  ...['HoverCard', 'Inset', 'Link', 'Quote', 'RadioCards', 'BaseRadio', 'Radio', 'Section', 'Separator'],
  ...['Skeleton', 'Slider', 'Strong', 'TabNav', 'Table', 'ThemePanel', 'Blockquote', 'AlertDialog'],
];

const absentClass = new RegExp(`\\.rt-(${absent.join('|')})(?![a-z])`);
/** Radix writes every property of its components once more for each of five widths of the window
 *  (`size={{ sm: '2' }}`); this page asks for none of them. */
const anotherWidth = /\.(xs|sm|md|lg|xl)\\:/;

/** Ways to look, and properties of place, that no component of the page asks for. */
export const absentLook =
  /\.rt-(variant-classic|r-(mx|my|lt|g(tc|tr|af|a|c|cs|ce|r|rs|re)|inset|top|right|bottom|left))(?![a-z])/;

/** Palettes that theme.css does not take in. */
const absentAccent =
  /\[data-accent-color=["']?(brown|crimson|gold|green|iris|lime|mint|plum|ruby|sky|teal|tomato|violet|yellow)/;

/** @param {string} selector */
const isUnused = (selector) =>
  [anotherWidth, absentClass, absentLook, absentAccent].some((unused) => unused.test(selector));

/** @type {import('postcss').Plugin} */
export const leanStyles = {
  postcssPlugin: 'lean-styles',
  Rule(rule) {
    if (rule.parent?.type === 'atrule' && /keyframes$/.test(/** @type {any} */ (rule.parent).name)) return;
    const kept = rule.selectors.filter((selector) => !isUnused(selector));
    if (kept.length === 0) rule.remove();
    else if (kept.length < rule.selectors.length) rule.selectors = kept;
  },
  AtRule(rule) {
    // Each palette is written again for screens of more colours; the page's own colours are plain ones, and would not
    // go with them.
    if (rule.name === 'supports' && /color\(display-p3/.test(rule.params)) rule.remove();
  },
  AtRuleExit(rule) {
    if ((rule.name === 'media' || rule.name === 'supports') && rule.nodes?.length === 0) rule.remove();
  },
};
