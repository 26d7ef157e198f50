// Maths's calls: the calculator. A program is one call or several, separated by ";"; what the last one comes to is its
// answer.
import type { CallLanguage } from '../environment';
import { calculate, calculatorHelp } from './calculator';
import { isKnownWrong, isOver, type MathsState, type Said, told } from './sheet';

const operations = ['add', 'sub', 'mul', 'div'] as const;
const mostNumbers = 4;

/** Two numbers of the question, one operation: what somebody would try who does not read it. */
function simpleCalls({ question }: MathsState): string[] {
  const numbers = [...new Set(question.match(/\d+/g) ?? [])].slice(0, mostNumbers);
  return numbers.flatMap((a) =>
    numbers.filter((b) => b !== a).flatMap((b) => operations.map((operation) => `${operation} ${a} ${b}`)),
  );
}

export const mathsCalls: CallLanguage<MathsState, readonly Said[]> = {
  help: calculatorHelp,
  firstIndex: 1,
  run(state, program, moveLimit) {
    const calls = program
      .split(';')
      .map((call) => call.trim().toLowerCase())
      .filter((call) => call !== '');
    const unreadable = (why: string) => ({ action: [], readable: false, ran: false, calls: 0, why });
    if (calls.length === 0) return unreadable('there is no call');
    let answer = '';
    for (const [index, call] of calls.entries()) {
      const result = calculate(call.split(/\s+/));
      if (result === undefined) return unreadable(`"${call}" is no call`);
      if ('stuck' in result)
        return { action: [], readable: true, ran: false, calls: index, why: `"${call}": ${result.stuck}` };
      answer = result.answer;
    }
    const report = { readable: true, calls: calls.length };
    if (moveLimit < 1) return { ...report, action: [], ran: true, why: `it came to ${answer}: the limit is no answer` };
    if (told(state, { answer }) === state) {
      const why = isKnownWrong(state, answer) ? `it came to ${answer}, which was answered before` : 'all is said';
      return { ...report, action: [], ran: false, calls: 0, why };
    }
    return { ...report, action: [{ answer }], ran: true, why: `it came to ${answer}` };
  },
  best: (state) => (isOver(state) ? undefined : state.way),
  possible(state) {
    const best = mathsCalls.best(state);
    const others = simpleCalls(state).filter((call) => mathsCalls.run(state, call, 1).action.length > 0);
    return [...new Set([...(best === undefined ? [] : [best]), ...others])];
  },
};
