// What the stage before has changed, while a run in slow motion waits: what was played, what its answers are compared
// with, and how likely they are before and after learning. As the trainer tells it; nothing is reckoned here.
import { cardOf } from '../../../learning/catalogue';
import { firstWorld } from '../../../learning/config/worlds';
import type { StageSight, ToldAnswer, ToldGroup } from '../../../run/trainer-api';
import { counted, fixed, percent, signed } from '../../parts/format';
import { roleStyle } from '../../parts/roles';
import { Term } from '../../parts/term';
import { formatRoute } from '../../stores/route';
import type { RunView, WaitingView } from '../../stores/run-view';

interface SightProps {
  readonly run: RunView;
  readonly waiting: WaitingView;
}

export function Sight({ run, waiting: { step, after, sight } }: SightProps) {
  const { problem } = cardOf(firstWorld(run.config).environment, run.config.definitions);
  const { worlds, solved, told } = sight;
  const route = { screen: 'rollouts', runId: run.id, step, ...told?.at } as const;
  return (
    <section className="lab-sight panel pad-3 stack gap-2 size-2" aria-label={`Step ${step}, behind ${after}`}>
      {after === 'play' && (
        <p>
          <b>Played.</b> {solved} of {counted(worlds, `${problem}s`)} were solved on the <Term id="trunk">trunk</Term>,
          the boards show how they were left. Next, every answer is judged.
        </p>
      )}
      {after === 'advantages' && <Judged sight={sight} />}
      {after === 'learn' && (
        <p>
          <b>Learnt.</b> Each policy has taken one step.{' '}
          {told ? 'How likely these answers were to the same prompt, and are now:' : 'No group preferred an answer.'}
        </p>
      )}
      {after === 'save' && (
        <p>
          <b>Saved.</b> The step’s tree and a <Term id="checkpoint">checkpoint</Term> are kept. Next, step {step + 1} is
          played.
        </p>
      )}
      {told && after !== 'save' && <Told told={told} learnt={after === 'learn'} />}
      {after !== 'play' && (
        <p>
          <a href={formatRoute(route)}>Open the tree of step {step}</a>
        </p>
      )}
    </section>
  );
}

function Judged({ sight: { groups = 0, flat = 0, told } }: { readonly sight: StageSight }) {
  return (
    <p>
      <b>Judged.</b> In {flat} of {counted(groups, 'groups')} all answers earned alike: a{' '}
      <Term id="flat">flat group</Term> prefers nothing. {told && 'In this one the answers differ:'}
    </p>
  );
}

const shownAnswers = 5;

function Told({ told: { role, turn, answers }, learnt }: { readonly told: ToldGroup; readonly learnt: boolean }) {
  const best = [...answers].sort((one, other) => other.reward - one.reward).slice(0, shownAnswers);
  return (
    <table className="table">
      <caption className="note">
        {roleStyle(role).label}, turn {turn}
        {answers.length > best.length && `: the best ${best.length} of ${answers.length} different answers`}
      </caption>
      <thead>
        <tr>
          <th scope="col">answer</th>
          <th scope="col">reward</th>
          <th scope="col">advantage</th>
          {learnt && <th scope="col">probability</th>}
        </tr>
      </thead>
      <tbody>
        {best.map((answer) => (
          <Row key={`${answer.text} ${answer.reward}`} answer={answer} learnt={learnt} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ answer, learnt }: { readonly answer: ToldAnswer; readonly learnt: boolean }) {
  const { text, times, reward, advantage, trunk, probability, probabilityNow } = answer;
  return (
    <tr>
      <th scope="row">
        <code className="mono break">{text || '(nothing)'}</code>
        <span className="note">
          {' '}
          {times} ×{trunk && ', trunk'}
        </span>
      </th>
      <td>{fixed(reward, 2)}</td>
      <td>{signed(advantage)}</td>
      {learnt && (
        <td className="nowrap">
          {percent(probability, 1)} → <b>{probabilityNow === undefined ? '–' : percent(probabilityNow, 1)}</b>
        </td>
      )}
    </tr>
  );
}
