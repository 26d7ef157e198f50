import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { defaultsOf } from '../../basics/knobs';
import { allEnvironments, environments } from '../../learning/environments';
import { worldSeed } from '../../learning/environments/splits';
import { Board } from './board';

it.each(allEnvironments.map((world) => [world.card.id, world] as const))(
  'a problem of %s is drawn, or read as text',
  (_, world) => {
    const picture = world.picture(world.start(worldSeed('train', 1), defaultsOf(world.card.knobs)));
    const large = renderToStaticMarkup(<Board picture={picture} look={world.card} size={200} label="a problem" />);
    const small = renderToStaticMarkup(<Board picture={picture} look={world.card} size={40} />);
    expect(small).toContain('role="img"');
    if (world.card.form !== 'text') {
      expect(large).toMatch(/^<svg class="board" role="img" aria-label="a problem: \d+ by \d+ board/);
      return;
    }
    expect(large).toContain('role="group" aria-label="a problem"');
    expect(large).not.toContain('<svg');
    const read = large.replace(/<[^>]*>/g, ' ').replace(/&\w+;|&#\w+;/g, '');
    for (const word of picture.join(' ').match(/[a-z]{3,}/gi) ?? []) expect(read).toContain(word);
  },
);

it('a solved text says so', () => {
  const maths = environments.find(({ card }) => card.id === 'maths');
  const drawn = renderToStaticMarkup(
    <Board picture={['? = 2 + 2  ', '= 4        ']} look={maths!.card} size={140} solved />,
  );
  expect(drawn).toContain('data-solved');
  expect(drawn).toContain('>solved<');
});
