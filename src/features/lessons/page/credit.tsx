// Credit and groups: one group of the recorded run, and why its second-best answers were made less likely.
import { Spinner } from '@radix-ui/themes';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { reasonOf } from '../../../basics/reason';
import { deviation, mean } from '../../../basics/statistics';
import { cardOf } from '../../../learning/catalogue';
import type { GroupRecord } from '../../../learning/rollouts/transcript';
import { Board } from '../../../page/parts/board';
import { Fault } from '../../../page/parts/fault';
import { fixed, signed } from '../../../page/parts/format';
import { Predicted } from '../../../page/parts/prediction';
import { roleStyle } from '../../../page/parts/roles';
import { Term } from '../../../page/parts/term';
import { fetchRecordedRun } from '../../../page/stores/recorded-run';
import { formatRoute } from '../../../page/stores/route';
import type { RunView } from '../../../page/stores/run-view';
import type { LessonCard, StepProps } from './lesson';
import { type Level, type SecondBest, secondBest } from './second-best';

interface Told extends StepProps {
  readonly run: RunView;
  readonly found: SecondBest;
}

function Question({ run, found: { record, asked, levels } }: Told) {
  const card = cardOf(record.environment, run.config.definitions);
  return (
    <>
      <p>
        This is a state of the recorded run. The {roleStyle(asked.role).label.toLowerCase()} was asked what to do, and
        answered {asked.branches.length} times to the same prompt: a <Term id="group">group</Term>. Each answer was
        tried on its own copy and scored.
      </p>
      <Board picture={asked.seen ?? asked.before} look={card} size={150} label="The state" />
      <Levels asked={asked} levels={levels} />
    </>
  );
}

function Levels({ asked, levels, shows }: Pick<SecondBest, 'asked' | 'levels'> & { readonly shows?: 'advantage' }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">for example</th>
          <th scope="col">times</th>
          <th scope="col">reward</th>
          {shows && <th scope="col">advantage</th>}
        </tr>
      </thead>
      <tbody>
        {levels.map(({ reward, branches, advantage }) => (
          <tr key={reward}>
            <th scope="row">
              <code className="mono break">{asked.branches[branches[0] ?? 0]?.text.trim() || '(nothing)'}</code>
            </th>
            <td>{branches.length}</td>
            <td>{fixed(reward, 2)}</td>
            {shows && <td>{signed(advantage)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Mean({ found: { asked, levels, second }, ...asking }: Told) {
  const worse = asked.branches.filter(({ reward }) => reward < second.reward).length;
  const prediction = {
    question: `The second-best earned ${fixed(second.reward, 2)}, more than ${worse} others. Is that above the group’s mean?`,
    choices: [
      { label: 'Above the mean', right: second.reward > asked.meanReward },
      { label: 'Below the mean', right: second.reward <= asked.meanReward },
    ],
    why: `The mean is ${fixed(asked.meanReward, 3)}: the best answers pull it up.`,
  };
  return (
    <>
      <p>
        A <Term id="reward">reward</Term> alone says little: was the question hard or easy? So answers are compared with
        their siblings, first of all with their mean.
      </p>
      <Predicted prediction={prediction} {...asking}>
        <p className="lesson-formula">
          mean = ({levels.map(({ reward, branches }) => `${branches.length} × ${fixed(reward, 2)}`).join(' + ')}) ÷{' '}
          {asked.branches.length} = <b>{fixed(asked.meanReward, 3)}</b>
        </p>
      </Predicted>
    </>
  );
}

interface WrittenProps extends Pick<Told, 'run'> {
  readonly asked: Pick<GroupRecord, 'meanReward' | 'deviation'>;
  readonly level: Pick<Level, 'reward' | 'advantage'>;
}

function Written({ level, asked, run }: WrittenProps) {
  const { normalisation, advantageEpsilon } = run.config.settings;
  const numbers = `${fixed(level.reward, 3)} − ${fixed(asked.meanReward, 3)}`;
  return (
    <p className="lesson-formula">
      <var>A</var> ={' '}
      {normalisation === 'none'
        ? numbers
        : `(${numbers}) ÷ (${fixed(asked.deviation, 3)} + ${String(advantageEpsilon)})`}{' '}
      = <b>{signed(level.advantage)}</b>
    </p>
  );
}

function Advantage(told: Told) {
  const { asked, levels, second } = told.found;
  const prediction = {
    question: 'Does training make the second-best answer more likely or less likely?',
    choices: [
      { label: 'More likely', right: false },
      { label: 'Less likely', right: true },
    ],
    why: `It lies below the mean, so its advantage is negative, ${signed(second.advantage)}: its tokens are pushed down.`,
  };
  return (
    <>
      <p>
        The <Term id="advantage">advantage</Term> is the distance from the mean, divided by how far rewards lie from it.
      </p>
      <Predicted prediction={prediction} guesses={told.guesses} onGuess={told.onGuess}>
        <Written run={told.run} asked={asked} level={second} />
        <Levels asked={asked} levels={levels} shows="advantage" />
      </Predicted>
    </>
  );
}

function Without(told: Told) {
  const { asked, second } = told.found;
  const prediction = {
    question: 'Had nobody found the best answer, what would the second-best have got?',
    choices: [
      { label: 'A positive advantage', right: true },
      { label: 'The same negative one', right: false },
    ],
    why: 'It would have been the best of its group: what an answer gets depends on its siblings.',
  };
  const others = asked.branches.map(({ reward }) => Math.min(reward, second.reward));
  const supposed = { meanReward: mean(others), deviation: deviation(others) };
  const { normalisation, advantageEpsilon } = told.run.config.settings;
  const difference = second.reward - supposed.meanReward;
  const advantage = normalisation === 'none' ? difference : difference / (supposed.deviation + advantageEpsilon);
  return (
    <>
      <p>
        The same answer can be pushed up in one group and down in another. Suppose the best answers had earned only what
        the second-best did.
      </p>
      <Predicted prediction={prediction} guesses={told.guesses} onGuess={told.onGuess}>
        <p className="lesson-formula">mean = {fixed(supposed.meanReward, 3)}</p>
        <Written run={told.run} asked={supposed} level={{ ...second, advantage }} />
        <p>
          And if all answers earn the same, all advantages are 0: a <Term id="flat">flat group</Term> teaches nothing.
        </p>
      </Predicted>
    </>
  );
}

function Yourself({ run, found: { step, world, group, second } }: Told) {
  const route = { screen: 'rollouts', runId: run.id, step, world, group, branch: second.branches[0] ?? 0 } as const;
  return (
    <>
      <p>
        The second-best answer is not bad. But probability has to come from somewhere: what the best answers gain, those
        below the mean give. In the tree, chips are coloured by advantage; under “Compared” stand the numbers.
      </p>
      <p>
        <a href={formatRoute(route)}>
          Open this answer in Rollouts <ArrowRight size={14} aria-hidden />
        </a>
      </p>
    </>
  );
}

type Found = { readonly run: RunView; readonly found: SecondBest } | { readonly reason: string };

/** A step that needs the recorded run. */
function withRun(Step: (told: Told) => ReactNode) {
  return function WithRun(asking: StepProps) {
    const [state, setState] = useState<Found>();
    useEffect(() => {
      fetchRecordedRun().then(
        ({ view, trees }) => {
          const found = secondBest(trees, view.config.settings);
          setState(found ? { run: view, found } : { reason: 'the recorded run holds no group of this kind' });
        },
        (fault) => setState({ reason: reasonOf(fault) }),
      );
    }, []);
    if (!state)
      return (
        <p role="status" className="row">
          <Spinner size="1" /> Reading the recorded run
        </p>
      );
    if ('reason' in state) return <Fault>This lesson cannot be read here: {state.reason}.</Fault>;
    return <Step {...state} {...asking} />;
  };
}

export const creditLesson: LessonCard = {
  id: 'credit',
  title: 'Credit and groups: why the second-best answer got a negative advantage',
  about: 'One question of the recorded run, its answers, and the arithmetic that pushes them up or down.',
  steps: [
    { title: 'One question, many answers', Step: withRun(Question) },
    { title: 'Compared with its siblings', Step: withRun(Mean) },
    { title: 'The advantage', Step: withRun(Advantage) },
    { title: 'Another group, another verdict', Step: withRun(Without) },
    { title: 'See for yourself', Step: withRun(Yourself) },
  ],
};
