import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CardTable } from './known-models';

it('says what each card has room for, and which has none', () => {
  const fit = { precision: 'int8', promptTokens: 1024, answers: 16 } as const;
  const known = [{ name: 'Owner/Big-1B-Instruct', fits: [undefined, fit, fit] }];
  const shown = renderToStaticMarkup(<CardTable known={known} onChoose={() => undefined} />);
  expect(shown).toContain('>Big-1B</button>');
  expect(shown.match(/<td>.*?<\/td>/g)).toEqual([
    '<td>too small</td>',
    ...Array.from({ length: 2 }, () => '<td>1,024 <span class="quiet block">int8 · 16</span></td>'),
  ]);
});
