import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fenced, fencedBlocks } from './fenced-blocks';

it('finds the blocks of an answer, with their labels, in order', () => {
  expect(fencedBlocks('Say:\n```Python\nprint(1)\n\nprint(2)\n```\nand\n  ```\nx\n```')).toEqual([
    { label: 'python', text: 'print(1)\n\nprint(2)' },
    { label: '', text: 'x' },
  ]);
  expect(fencedBlocks('```js title\ncut off')).toEqual([{ label: 'js', text: 'cut off' }]);
  expect(fencedBlocks('`a` and ```b``` are none')).toEqual([]);
});

it('reads what it writes', () => {
  const text = fc.string().filter((one) => !one.includes('`') && !one.includes('\r'));
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const blocks = texts.map((one) => ({ label: 'js', text: one }));
      expect(fencedBlocks(blocks.map((block) => fenced(block.label, block.text)).join('\n'))).toEqual(blocks);
    }),
  );
});
