// The stops about what is learnt: rewards, advantages and what the update does, as formulas with this step's numbers.
import { Fragment, type ReactNode, useState } from 'react';
import { objectiveFrom, type TrainingSettings, temperatureOf } from '../../../learning/config/run-config';
import type { Answer } from '../../../learning/rollouts/telling-group';
import { fixed, percent, signed } from '../../../page/parts/format';
import { Predicted } from '../../../page/parts/prediction';
import { advantageColours, advantageStep } from '../../../page/screens/rollouts/advantage-scale';
import { visible } from '../../../page/screens/rollouts/reading';
import { Chooser, Said, Times } from './answer';
import { advantagePrediction, nameOf, nudgePrediction, rewardPrediction } from './predictions';
import type { StopProps } from './stop';
import { advantageNumbers, flatGroups, meanOf, nudgeOf, type RewardSum, rewardSum, type Tour } from './tour';

export function RewardsStop({ run, tour, guesses, onGuess }: StopProps) {
  const { settings } = run.config;
  const { answers, best, asked } = tour;
  const [shown, setShown] = useState(best);
  const { parts } = rewardSum(best, settings);
  return (
    <>
      <p>
        Every answer is tried on its own copy of the state and scored by the rules of the game. No person and no other
        model judges it.
      </p>
      <Predicted prediction={rewardPrediction(tour, settings)} guesses={guesses} onGuess={onGuess}>
        <table className="slow-step-table size-2">
          <thead>
            <tr>
              <th scope="col">Answer</th>
              {parts.map(({ term, meaning }) => (
                <th key={term} scope="col" title={meaning}>
                  {term}
                </th>
              ))}
              <th scope="col">reward</th>
            </tr>
          </thead>
          <tbody>
            {answers.map((answer) => (
              <tr key={answer.number} data-shown={answer === shown || undefined}>
                <th scope="row">
                  <Chooser answer={answer} shown={answer === shown} onShow={setShown} />
                  <span className="block">
                    <Said record={answer.record} />
                  </span>
                </th>
                {rewardSum(answer, settings).parts.map(({ term, value }) => (
                  <td key={term}>{fixed(value, 2)}</td>
                ))}
                <td>
                  <b>{fixed(answer.record.reward, 2)}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <RewardFormula settings={settings} parts={parts} />
        <Growing key={shown.number} name={nameOf(shown)} sum={rewardSum(shown, settings)} />
        {asked.branches.some(({ followed = [] }) => followed.length > 0) && (
          <p className="quiet size-1">
            The team term of this run looks ahead: it is the mean of what the others made of each answer.
          </p>
        )}
      </Predicted>
    </>
  );
}

/** "r = α · team + (w · format + …)", and what the signs are in this run. */
function RewardFormula({
  settings,
  parts,
}: {
  readonly settings: TrainingSettings;
  readonly parts: RewardSum['parts'];
}) {
  if (settings.rewardKind === 'outcome')
    return (
      <p className="slow-step-formula">
        <var>r</var> = 1 when solved, else 0
      </p>
    );
  const own = parts.slice(1);
  return (
    <p className="slow-step-formula">
      <var>r</var> = <var>α</var> · team + (
      {own.map(({ term }, index) => (
        <Fragment key={term}>
          {index > 0 && ' + '}
          <var>w</var>
          <sub>{term}</sub> · {term}
        </Fragment>
      ))}
      )
    </p>
  );
}

/** The reward of one answer, term by term. */
function Growing({ name, sum: { parts, reward, fits } }: { readonly name: string; readonly sum: RewardSum }) {
  return (
    <div className="stack gap-1">
      <p>
        <b>{name}</b>, term by term: weight × value, and the sum so far
      </p>
      <ol className="slow-step-growing">
        {parts.map(({ term, meaning, weight, value, earned, sum }, index) => (
          <li key={term} style={{ animationDelay: `${index * 250}ms` }}>
            <span className="slow-step-sum">
              {index > 0 && '+ '}
              {term === 'team' ? (
                <>
                  <var>α</var> ·{' '}
                </>
              ) : null}
              {term}
            </span>
            <span>
              {fixed(weight, 2)} × {fixed(value, 2)} = {fixed(earned, 2)}
            </span>
            <span>
              <var>r</var> = <b>{fixed(sum, 2)}</b>
            </span>
            <span className="quiet size-1 across">{meaning}</span>
          </li>
        ))}
      </ol>
      {!fits && (
        <p className="quiet size-1">
          Stored is {fixed(reward, 2)}: the run’s weights of today are not those it was scored with.
        </p>
      )}
    </div>
  );
}

export function AdvantagesStop({ run, tour, guesses, onGuess }: StopProps) {
  const { settings } = run.config;
  const { answers, example, asked, tree } = tour;
  const [shown, setShown] = useState(example);
  const { groups, flat } = flatGroups(tree);
  const most = Math.max(1e-9, ...answers.map(({ record }) => Math.abs(record.advantage)));
  return (
    <>
      <p>
        A reward by itself says little: was this prompt easy or hard? So each answer is compared with{' '}
        {settings.normalisation === 'agent'
          ? 'all answers of the same role in this step'
          : 'its siblings, the other answers to the same prompt'}
        . How far it is better or worse is its <b>advantage</b>.
      </p>
      <Predicted prediction={advantagePrediction(tour, settings)} guesses={guesses} onGuess={onGuess}>
        <table className="slow-step-table size-2">
          <thead>
            <tr>
              <th scope="col">Answer</th>
              <th scope="col">reward</th>
              <th scope="col">advantage</th>
              <td aria-hidden />
            </tr>
          </thead>
          <tbody>
            {answers.map((answer) => (
              <tr key={answer.number} data-shown={answer === shown || undefined}>
                <th scope="row">
                  <Chooser answer={answer} shown={answer === shown} onShow={setShown} />
                  <Times answer={answer} of={asked.branches.length} />
                </th>
                <td>{fixed(answer.record.reward, 2)}</td>
                <td>
                  <b>{signed(answer.record.advantage)}</b>
                </td>
                <td className="slow-step-bar" aria-hidden>
                  <Bar advantage={answer.record.advantage} most={most} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <AdvantageFormula tour={tour} answer={shown} settings={settings} />
        <p className="quiet size-1">
          {flat === 0
            ? 'No kept group of this step was flat. In a flat one all answers earn the same: there is nothing to prefer, and it trains nothing.'
            : `${flat} of the ${groups} kept groups of this step were flat: all their answers earned the same, so there was nothing to prefer and they trained nothing.`}
        </p>
      </Predicted>
    </>
  );
}

/** To the right of the middle above the mean, to the left below it. */
function Bar({ advantage, most }: { readonly advantage: number; readonly most: number }) {
  const width = (50 * Math.abs(advantage)) / most;
  return (
    <i
      style={{
        ...advantageColours(advantageStep(advantage)),
        width: `${width}%`,
        left: `${advantage < 0 ? 50 - width : 50}%`,
      }}
    />
  );
}

interface OneAnswer {
  readonly tour: Tour;
  readonly answer: Answer;
  readonly settings: TrainingSettings;
}

function AdvantageFormula({ tour, answer, settings }: OneAnswer) {
  const { reward, mean, deviation, epsilon, among, advantage, fits, silenced } = advantageNumbers(
    tour,
    answer,
    settings,
  );
  const { parts, of, mean: groupMean } = meanOf(tour);
  const ofGroup = among === 'the group';
  return (
    <div className="stack gap-2">
      <p className="slow-step-formula">
        <var>A</var> ={' '}
        {deviation === undefined ? (
          <>
            <var>r</var> − mean
          </>
        ) : (
          <>
            (<var>r</var> − mean) ÷ (deviation + <var>ε</var>)
          </>
        )}
      </p>
      {ofGroup ? (
        <p>
          mean = ({parts.map(({ reward, count }) => `${count} × ${fixed(reward, 2)}`).join(' + ')}) ÷ {of} ={' '}
          <b>{fixed(groupMean, 3)}</b>
        </p>
      ) : (
        <p>
          Mean and deviation are taken over {among}
          {fits ? ': ' : '; of those that are kept here they are '}
          <b>{fixed(mean, 3)}</b> and <b>{fixed(deviation ?? 0, 3)}</b>.
        </p>
      )}
      {deviation !== undefined && (
        <p>
          {ofGroup && (
            <>
              deviation = <b>{fixed(deviation, 3)}</b>, how far rewards lie from the mean: the root of the mean squared
              distance.{' '}
            </>
          )}
          <var>ε</var> = {plain(epsilon)} keeps the division from blowing up.
        </p>
      )}
      <p className="slow-step-formula">
        {nameOf(answer)}: <var>A</var> ={' '}
        {!fits
          ? signed(advantage)
          : deviation === undefined
            ? `${fixed(reward, 3)} − ${fixed(mean, 3)} = ${signed(advantage, 3)}`
            : `(${fixed(reward, 3)} − ${fixed(mean, 3)}) ÷ (${fixed(deviation, 3)} + ${plain(epsilon)}) = ${signed(advantage)}`}
      </p>
      {!fits && (
        <p className="quiet size-1">
          That is what is stored: it was computed{' '}
          {ofGroup ? 'with other settings' : 'over all worlds of the step, and not all of them are kept'}.
        </p>
      )}
      {silenced && <p className="warn">{silenced}</p>}
    </div>
  );
}

export function NudgeStop({ run, tour, guesses, onGuess }: StopProps) {
  const { example, opposite } = tour;
  return (
    <>
      <p>
        {tour.asked.dropped ? 'Where a group trains,' : 'Now the role learns:'} the update changes the role’s weights a
        little, and with them how likely each of the answers is the next time it is asked the same. All groups of the
        step share the weights, so their pulls add up: where others pull harder, a token moves against its arrow.
      </p>
      <Predicted prediction={nudgePrediction(tour)} guesses={guesses} onGuess={onGuess}>
        <Nudged run={run} tour={tour} answer={example} />
        {opposite && <Nudged run={run} tour={tour} answer={opposite} />}
        {!tour.asked.dropped && <LossTerm run={run} tour={tour} answer={example} />}
        {!tour.asked.dropped && (
          <p className="quiet size-1">
            {example.record.afterLogp_T
              ? 'Behind the arrow stands the probability after the update, of the same token after the same prompt. '
              : 'What the probabilities were after the update was not kept for this step. '}
          </p>
        )}
      </Predicted>
    </>
  );
}

type NudgedProps = Pick<StopProps, 'run' | 'tour'> & { readonly answer: Answer };

/** As many never have to scroll, on a phone either. */
const tokensAtOnce = 12;
const arrows = { up: '↑', down: '↓', none: '' } as const;
const pushed = { up: 'pushed up', down: 'pushed down', none: 'left alone' } as const;

/** The tokens of one answer, each with its probability and the pull on it. */
function Nudged({ run, tour, answer }: NudgedProps) {
  const temperature = temperatureOf(run.config, tour.asked.role);
  const { direction, advantage, token_T, probability, after } = nudgeOf(tour, answer, temperature);
  const { length } = tour.asked.branches;
  return (
    <div className="stack gap-1">
      <p>
        <b>{nameOf(answer)}</b>, <var>A</var> = {signed(advantage)}: {pushed[direction]}.{' '}
        <span className="quiet size-1">
          {probability !== undefined &&
            `Its probability was ${probabilityOf(probability)}${after === undefined ? '' : `, after the update ${probabilityOf(after)}`}. `}
          It came {answer.branches.length} of {length} times
          {direction !== 'none' && answer.branches.length > 1 && ', and each time counts'}.
        </span>
      </p>
      {token_T.length === 0 ? (
        <p className="quiet size-1">The probabilities of its tokens are not stored.</p>
      ) : (
        <ol
          className="slow-step-tokens scroll"
          aria-label={`Tokens of ${nameOf(answer)}`}
          tabIndex={token_T.length > tokensAtOnce ? 0 : undefined}
        >
          {token_T.map(({ piece, probability: p, after: now, pull }, t) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: tokens are named by their place
            <li key={t} style={advantageColours(advantageStep(Math.sign(pull) * Math.min(2, 2 * Math.abs(pull))))}>
              <code className="mono">{visible(piece)}</code>
              <span>
                <var>p</var> {probabilityOf(p)}
              </span>
              {now !== undefined && <b>→ {probabilityOf(now)}</b>}
              <span>
                <span aria-hidden>{arrows[direction]}</span> {Math.abs(pull) < 0.005 ? '0.00' : signed(pull)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Rounded probabilities never read as certain. */
function probabilityOf(p: number): string {
  if (p > 0.9995 && p < 1) return '> 99.9\u202f%';
  if (p < 0.0005) return '< 0.1\u202f%';
  return percent(p, 1);
}

/** The loss of a token, with this answer's advantage and the run's settings. */
function LossTerm({ run, tour, answer }: NudgedProps) {
  const { settings } = run.config;
  const tokens = run.reports.filter(({ step }) => step < tour.tree.step);
  const before = tokens.reduce((sum, { generatedTokens }) => sum + generatedTokens, 0);
  const { clipLow, clipHigh, kl, entropy } = objectiveFrom(settings, tour.tree.step, before);
  const { advantage } = nudgeOf(tour, answer);
  const temperature = temperatureOf(run.config, tour.asked.role);
  const a = advantage < 0 ? `(${signed(advantage)})` : fixed(advantage, 2);
  const more = `${kl > 0 ? ` + ${plain(kl)} · k₃` : ''}${entropy > 0 ? ` − ${plain(entropy)} · entropy` : ''}`;
  return (
    <div className="stack gap-2">
      <p>
        What pushes is a <b>loss</b>, a number that the update makes smaller. For each token of{' '}
        {nameOf(answer).toLowerCase()} it is
      </p>
      <p className="slow-step-formula">
        <var>L</var> = −min(<var>ρ</var> · <var>A</var>, clip(<var>ρ</var>, {fixed(1 - clipLow, 2)},{' '}
        {fixed(1 + clipHigh, 2)}) · <var>A</var>)
        {kl > 0 && (
          <>
            {' '}
            + <var>β</var> · k<sub>3</sub>
          </>
        )}
        {entropy > 0 && (
          <>
            {' '}
            − <var>η</var> · entropy
          </>
        )}
      </p>
      <p>
        <var>ρ</var> is how likely the token is now, over how likely it was when it was sampled. In the first update
        nothing has changed yet: <var>ρ</var> = 1, the clip does nothing, and
      </p>
      <p className="slow-step-formula">
        <var>L</var> = −1 · {a}
        {more} = {fixed(-advantage, 2)}
        {more}
      </p>
      <Symbols kl={kl > 0} entropy={entropy > 0} epochs={settings.epochs} />
      <p>
        The number under a token (· is a space) is the pull on its logit, the score that its probability comes from:{' '}
        <var>A</var> · (1 − <var>p</var>){temperature !== 1 && ` ÷ ${plain(temperature)}`}, times its share in the loss,
        which is the same for all tokens of an answer. A token that was all but certain can hardly be moved; where the
        role hesitated, it learns.
      </p>
    </div>
  );
}

/** "0.0001", not "1e−4". */
const plain = (value: number) => String(Number(value.toPrecision(3)));

function Symbols({
  kl,
  entropy,
  epochs,
}: {
  readonly kl: boolean;
  readonly entropy: boolean;
  readonly epochs: number;
}) {
  const notes: ReactNode[] = [];
  if (kl) notes.push('β · k₃ is the penalty for leaving the base model.');
  if (entropy) notes.push('η · entropy rewards staying undecided.');
  if (epochs > 1)
    notes.push(
      `This run makes ${epochs} updates of each step: from the second on ρ moves, and the clip holds it back.`,
    );
  if (notes.length === 0) return null;
  return <p className="quiet size-1">{notes.join(' ')}</p>;
}
