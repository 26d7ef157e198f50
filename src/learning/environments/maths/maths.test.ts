import { describe, expect, it } from 'vitest';
import { splitOfProblem, splits, worldSeed } from '../splits';
import { maths, mathsOn } from './maths';
import { describeSheet, type MathsState, sheetOf } from './sheet';

const sum = sheetOf({ question: '? = 12 + 7', answer: '19', way: 'add 12 7' });
const withVerdicts: MathsState = { ...sum, verdicts: true };
const stateAfter = (state: MathsState, ...said: { by?: string; answer: string }[]) =>
  said.reduce((at, one) => maths.act(at, [one], 12).state, state);
const tool = (answer: string) => ({ by: 'tool', answer });
const final = (answer: string) => ({ answer });

describe('the ladder', () => {
  it('asks of every level what its calls solve exactly', () => {
    for (const level of [1, 2, 3, 4, 5]) {
      for (let seed = 0; seed < 200; seed++) {
        const state = maths.start(seed, { level });
        const run = maths.calls.run(state, state.way ?? '', 1);
        expect(run.action, describeSheet(state)).toEqual([{ answer: state.answer }]);
        expect(state.question).toContain('?');
        expect(state.answer).toMatch(/^-?\d+(\/\d+)?$/);
      }
    }
  });

  it('level 1 is one operation on numbers of one or two digits', () => {
    for (let seed = 0; seed < 300; seed++)
      expect(maths.start(seed, {}).question).toMatch(/^\? = \d{1,2} [+*-] \d{1,2}$/);
  });

  it('mixes the levels up to one when asked to', () => {
    const ways = new Set(
      Array.from({ length: 60 }, (_, seed) => maths.start(seed, { level: 2, mixed: true }).way?.split(' ').length),
    );
    expect(ways).toEqual(new Set([3, 6]));
  });
});

describe('what is said', () => {
  it('a right final answer solves, however it is written', () => {
    expect(maths.act(sum, [final('\\frac{38}{2}')], 12)).toMatchObject({
      solved: true,
      done: true,
      terms: { team: 1, legal: 1, progress: 1 },
    });
  });

  it('a right opinion is half of it, a wrong one nothing', () => {
    expect(maths.act(sum, [tool('19')], 12)).toMatchObject({
      solved: false,
      done: false,
      terms: { team: 0.5, legal: 1, progress: 1 },
    });
    expect(maths.act(sum, [tool('20')], 12)).toMatchObject({ done: false, terms: { team: 0, legal: 1, progress: 0 } });
  });

  it.each([
    ['', sum],
    [', with verdicts too', withVerdicts],
  ])('all agree on a wrong answer: the problem ends and is lost%s', (_, state) => {
    const outcome = maths.act(stateAfter(state, tool('21')), [final('42/2')], 12);
    expect(outcome).toMatchObject({ solved: false, done: true, terms: { team: 0, progress: 0 } });
    expect(maths.remaining(outcome.state)).toBe(Number.POSITIVE_INFINITY);
    expect(maths.solve(outcome.state)).toBeUndefined();
    expect(maths.act(outcome.state, [final('19')], 12).solved).toBe(false);
  });

  it('V8: it goes on until most of those who spoke agree, or nobody else spoke, whatever is right', () => {
    const ends = (answer: string, ...said: { by?: string; answer: string }[]) =>
      maths.act(stateAfter({ ...sum, answer }, ...said.slice(0, -1)), said.slice(-1), 12).done;
    const by = (id: string, answer: string) => ({ by: id, answer });
    for (const answer of ['19', '21', '5']) {
      expect(ends(answer, final('21'))).toBe(true);
      expect(ends(answer, tool('21'), final('21'))).toBe(true);
      expect(ends(answer, tool('5'), final('21'))).toBe(false);
      expect(ends(answer, tool('5'), final('21'), tool('21'))).toBe(false);
      expect(ends(answer, tool('5'), final('21'), tool('21'), final('21'))).toBe(true);
      expect(ends(answer, by('one', '5'), by('two', '21'), final('21'))).toBe(true);
      expect(ends(answer, by('one', '5'), by('two', '5'), final('21'))).toBe(false);
    }
  });

  it('a right answer on which the team does not agree stands, and the problem goes on: it may be taken back', () => {
    const outcome = maths.act(stateAfter(sum, tool('5')), [final('19')], 12);
    expect(outcome).toMatchObject({ solved: true, done: false, terms: { team: 1, legal: 1, progress: 1 } });
    const heard = stateAfter(outcome.state, tool('21'));
    expect(maths.solved(heard)).toBe(true);
    expect(maths.act(heard, [final('19')], 12)).toMatchObject({ solved: true, done: false });
    expect(maths.act(heard, [final('21')], 12)).toMatchObject({ solved: false, done: true, terms: { team: 0 } });
  });

  it('with verdicts a right answer ends the problem, and while somebody disagrees, or nobody else spoke, it goes on', () => {
    const one = stateAfter(withVerdicts, { by: 'one', answer: '21' }, { by: 'two', answer: '19' }, final('21'));
    expect(maths.remaining(one)).toBe(1);
    expect(maths.act(one, [final('19')], 12)).toMatchObject({ solved: true, done: true });
    expect(maths.act(withVerdicts, [final('21')], 12).done).toBe(false);
    expect(maths.start(1, { verdicts: true }).verdicts).toBe(true);
  });

  it('with verdicts an answer that was given before changes nothing and earns nothing (W3)', () => {
    const once = stateAfter(withVerdicts, tool('5'), final('21'));
    for (const said of [final('21'), final('42/2'), tool('21')]) {
      const again = maths.act(once, [said], 12);
      expect(again.state).toBe(once);
      expect(again.terms).toEqual({ team: 0, legal: 0, progress: 0 });
    }
    // a right opinion may be repeated in the next round: it was not heard
    const unheard = stateAfter(withVerdicts, tool('19'), final('21'));
    expect(maths.act(unheard, [tool('19')], 12).terms.progress).toBe(1);
    expect(maths.act(stateAfter(unheard, tool('19')), [tool('19')], 12).terms.progress).toBe(0);
  });

  it('one answer at a time: a list of guesses is one guess', () => {
    const outcome = maths.act(sum, [final('1'), final('2'), final('19')], 12);
    expect(outcome).toMatchObject({ solved: false, excess: 2 });
    expect(maths.wording.read('1 2 19')).toBeUndefined();
  });

  it('is told round by round', () => {
    expect(maths.wording.describe(stateAfter(sum, tool('5'), final('21'), tool('19')))).toBe(
      '? = 12 + 7\nhad 5 21\nhad 19\n',
    );
    expect(maths.picture(stateAfter(sum, tool('5'), final('21')))).toEqual(['? = 12 + 7', 'tool 5, = 21']);
  });
});

describe('calls', () => {
  const run = (program: string) => maths.calls.run(sum, program, 12);
  it('reckon exactly, step after step', () => {
    for (const [program, answer] of [
      ['add 12 7', '19'],
      ['sub 3 12', '-9'],
      ['div 7 2', '7/2'],
      ['mul 4 5 sub ans 3', '17'],
      ['pow 2 10 mod ans 7', '2'],
      ['sub 2 9 mod ans 5', '3'],
      ['root 49', '7'],
      ['root 9/4', '3/2'],
      ['gcd 12 18', '6'],
      ['19', '19'],
      ['add 1 1; MUL 2 3', '6'],
    ] as const)
      expect(run(program), program).toMatchObject({ readable: true, ran: true, action: [{ answer }] });
  });
  it('say why they come to nothing', () => {
    for (const [program, why] of [
      ['div 3 0', 'division by 0'],
      ['root 2', 'no exact square root'],
      ['pow 2 999', 'a power is a whole number up to 64'],
      ['pow 99 60', 'more than 60 digits'],
    ] as const)
      expect(run(program), program).toMatchObject({
        readable: true,
        ran: false,
        action: [],
        why: expect.stringContaining(why),
      });
    for (const program of ['add 1', 'add ans 1', 'add 1 2 3', 'fly', 'add a b', 'root'])
      expect(run(program).readable, program).toBe(false);
    const tried = stateAfter(withVerdicts, final('21'));
    expect(maths.calls.run(tried, 'add 20 1', 12)).toMatchObject({
      action: [],
      ran: false,
      why: 'it came to 21, which was answered before',
    });
  });
});

describe('on questions from elsewhere', () => {
  const problems = Array.from({ length: 60 }, (_, index) => ({
    id: `${index}`,
    question: `How many are ${index} apples and one more?`,
    answer: `${index} + 1 = ${index + 1}\n#### ${index + 1}`,
    source: 'test',
  }));
  it('starts every problem in its own split, and reads answers from worked solutions', () => {
    const world = mathsOn(problems);
    for (const split of ['train', 'validation', 'test'] as const) {
      for (let index = 0; index < 80; index++) {
        const state = world.start(worldSeed(split, index), {});
        expect(splitOfProblem(world.wording.describe(state))).toBe(split);
        expect(
          world.act(state, [final(`\\boxed{${Number(state.question.match(/\d+/)?.[0]) + 1}}`.slice(7, -1))], 1).solved,
        ).toBe(true);
      }
    }
    expect(
      new Set(Array.from({ length: 200 }, (_, index) => world.start(worldSeed('train', index), {}).question)).size,
    ).toBeGreaterThan(40);
  });
  it('says how many different problems each split has', () => {
    const world = mathsOn(problems);
    const counts = splits.map((split) => {
      const questions = Array.from({ length: 80 }, (_, index) => world.start(worldSeed(split, index), {}).question);
      expect(world.problems?.(split, {})).toBe(new Set(questions).size);
      return new Set(questions).size;
    });
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(problems.length);
  });
  it('plays a small set whole where it is only evaluated on, and says what is missing otherwise', () => {
    const few = problems.slice(0, 3);
    const whole = mathsOn(few, 'none');
    expect([0, 1, 2, 3].map((index) => whole.start(worldSeed('test', index), {}).question)).toEqual(
      [0, 1, 2, 0].map((index) => problems[index]?.question),
    );
    expect(whole.problems?.('test', {})).toBe(3);
    const missing = splits.filter((split) => !few.some(({ question }) => splitOfProblem(`${question}\n`) === split));
    for (const split of missing) {
      expect(() => mathsOn(few).start(worldSeed(split, 0), {})).toThrow(`is a ${split} problem`);
      expect(() => mathsOn(few).problems?.(split, {})).toThrow(`is a ${split} problem`);
    }
    expect(() => mathsOn([])).toThrow('at least one problem');
  });
});
