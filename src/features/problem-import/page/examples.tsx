// The first problems as they would be kept, to be looked at: what is asked, and what counts as right.
import type { CodeProblem, Problem } from '../../../learning/environments/problems';

interface ExamplesProps {
  readonly problems: readonly Problem[];
}

export function Examples({ problems }: ExamplesProps) {
  if (problems.length === 0) return <p className="quiet">None of the first rows is a problem in this layout.</p>;
  return (
    <ol className="problems-examples grid" aria-label="The first problems">
      {problems.map((problem) => (
        <li key={problem.id} className="inset grid gap-1 pad-2 break">
          <span className="note">{problem.id}</span>
          {'question' in problem ? (
            <>
              <p>{problem.question}</p>
              <p>
                <span className="quiet">right answer</span> <code>{problem.answer}</code>
                {'level' in problem && <span className="quiet"> · level {problem.level}</span>}
              </p>
            </>
          ) : (
            <>
              <p>{problem.statement}</p>
              <p className="quiet">{testsInWords(problem)}</p>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

function testsInWords({ tests, examples, solutions }: CodeProblem): string {
  const count = tests.cases.length;
  const how = tests.kind === 'stdin' ? 'standard input and output' : `calls of ${tests.name}`;
  return [
    `${count} hidden ${count === 1 ? 'test' : 'tests'} (${how})`,
    ...(examples ? [`${examples.cases.length} shown as examples`] : []),
    solutions && solutions.length > 0
      ? 'a solution to judge testers by'
      : 'no solution in Python 3: testers are not judged',
  ].join(' · ');
}
