import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, test } from 'vitest';
import type { FollowedPlay } from '../../../learning/rollouts/transcript';
import { Followed } from './followed';
import { FollowedDots } from './followed-dots';
import { answererInWords, changedInWords, equalPlays, followedInWords, worthInWords } from './followed-reading';

const play = (text: string, team: number, role = 'listener'): FollowedPlay => ({
  answers: [{ role, text, moves: text, tokens: 2 }],
  team,
  solved: team === 1,
  after: [],
});
const star = play(' red star', 1);
const ring = play(' red ring', 0);
const followed = [ring, star, star, star];
const branch = { followed, terms: { team: 0.75 } };
const shown = (
  ...[of, group = {}]: [Parameters<typeof Followed>[0]['branch'], Parameters<typeof Followed>[0]['group']?]
) =>
  renderToStaticMarkup(<Followed branch={of} group={group} />)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe('plays that followed an answer', () => {
  it('are counted together where the same was answered and the same came of it, the most frequent first', () => {
    const kinds = equalPlays([...followed, { ...ring, solved: true }, play(' red star', 1, 'other')]);
    expect(kinds.map(({ count }) => count)).toEqual([3, 1, 1, 1]);
    expect(kinds[0]).toMatchObject({ answers: star.answers, team: 1, solved: true });
  });

  it('are shown with what was answered, what came of it and the mean, which is the team term', () => {
    const text = shown(branch);
    expect(text).toMatch(/3 × “red star” team 1\.00 ✓ solved/);
    expect(text).toMatch(/1 × “red ring” team 0\.00 not solved/);
    expect(text).toContain('0.75');
    expect(text).not.toMatch(/silence|another problem/);
  });

  it('stand beside those that followed silence: the difference is the team term (counterfactual)', () => {
    const baseline = [ring, ring, ring, star];
    const compared = { followed, terms: { team: 0.5 } };
    expect(worthInWords(compared, baseline)).toMatch(/0\.75\s−\s0\.25\s=\s0\.50/);
    expect(shown(compared, { baseline })).toMatch(/after silence/);
  });

  it('stand beside those that followed the answer to another problem: how many it changes is influence', () => {
    const elsewhere = { text: ' ku', moves: 'ku', tokens: 1, followed: [ring, ring, ring, star] };
    expect(changedInWords(branch, elsewhere)).toContain('2 of 4 plays');
    expect(shown(branch, { elsewhere })).toMatch(/“ku”.*2 of 4 plays/);
  });

  it('of several roles name each of them, also where the game was over before anyone answered', () => {
    const answers = [...star.answers, { role: 'plan', text: '?', moves: '', tokens: 1 }];
    const text = shown({
      followed: [
        { ...star, answers },
        { ...star, answers: [] },
      ],
      terms: {},
    });
    expect(text).toMatch(/Listener role “red star”.*Plan role “\?”.*cannot be read/);
    expect(text).toContain('nobody');
    expect([answererInWords(followed), answererInWords([{ ...star, answers }])]).toEqual([
      'The listener role answered',
      'The others answered',
    ]);
  });

  it('fold a long text to its beginning', () => {
    const long = 'move up\n'.repeat(40).trim();
    const html = renderToStaticMarkup(<Followed branch={{ followed: [play(long, 0)], terms: {} }} group={{}} />);
    expect(html).toMatch(/<button[^>]*aria-expanded="false"[^>]*>.*“move up↵.*…”/);
    expect(html).not.toContain(long);
  });
});

test('a record without them, as before credit looked ahead, shows nothing', () => {
  expect(renderToStaticMarkup(<Followed branch={{ terms: {} }} group={{}} />)).toBe('');
  expect(renderToStaticMarkup(<Followed branch={{ followed: [], terms: {} }} group={{}} />)).toBe('');
});

test('under a chip stands a dot for each of them, the fuller the more the team reached; inside a chip without room', () => {
  const dotsOf = (height: number) => {
    const chip = { branch: 0, x: 0, y: 0, width: 60, height, slotY: 0, slotHeight: 40 };
    const html = renderToStaticMarkup(<FollowedDots chip={chip} followed={followed} />);
    return [...html.matchAll(/cy="([\d.]+)".*?fill-opacity="([\d.]+)"/g)].map(([, y, opacity]) => [Number(y), opacity]);
  };
  expect(dotsOf(14).map(([, opacity]) => opacity)).toEqual(['0', '1', '1', '1']);
  expect(dotsOf(14).every(([y]) => Number(y) > 14)).toBe(true);
  expect(dotsOf(32).every(([y]) => Number(y) < 32)).toBe(true);
  const thin = { branch: 0, x: 0, y: 0, width: 60, height: 4, slotY: 0, slotHeight: 8 };
  expect(renderToStaticMarkup(<FollowedDots chip={thin} followed={followed} />)).toBe('');
});

test('a node says in words how many plays followed it', () => {
  expect(followedInWords(followed)).toBe('followed by 4 plays, 3 of them solved');
  expect(followedInWords([ring])).toBe('followed by 1 play, none of them solved');
});
