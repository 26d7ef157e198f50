// What training brought: success on test problems before and after, and the files to take home.
import { Button } from '@radix-ui/themes';
import { ArrowRight, Download, FileJson, Joystick } from 'lucide-react';
import { basePolicy } from '../../../contract/learner';
import { cardOf } from '../../../learning/catalogue';
import { firstWorld } from '../../../learning/config/worlds';
import type { EnvironmentCard } from '../../../learning/environments/environment';
import { passThroughInWords } from '../../../learning/rollouts/pass-through';
import type { Evaluation } from '../../../learning/rollouts/transcript';
import { type BestStep, bestStepOf } from '../../../learning/training/best-step';
import {
  duration,
  fixed,
  grouped,
  intervalOf,
  measuredOn,
  percent,
  playedOf,
  rateWithInterval,
  sentence,
  toldOf,
} from '../../parts/format';
import { roleStyle } from '../../parts/roles';
import { worldTitles } from '../../parts/world-titles';
import { exportAdapter, exportRun } from '../../stores/lab-actions';
import { formatRoute } from '../../stores/route';
import type { RunView } from '../../stores/run-view';
import { choiceOfRun } from '../../stores/world-address';
import { EvaluateButton } from '../runs/evaluating';

export function Result({ run }: { readonly run: RunView }) {
  const card = cardOf(firstWorld(run.config).environment, run.config.definitions);
  const { before, after } = run;
  const held = card.success;
  return (
    <div className="result row wrap between">
      <h1 className="visually-hidden">Result of {run.name}</h1>
      <div className="row gap-4 wrap" data-testid="result">
        {before && <Figure name="untrained" value={before} />}
        {before && after && <ArrowRight color="var(--gray-9)" size={22} aria-label="then" />}
        {after && <Figure name="trained" value={after} strong />}
        <p className="quiet" style={{ flex: '1 1 220px' }}>
          {after ? (
            <>
              <strong className="strong">{verdictInWords(before, after, run.testReferences?.random)}</strong> Measured
              on {after.all ? 'all ' : ''}
              {after.n} {card.sameProblems ? measuredOn(card) : `unseen test ${card.problem}s`}
              {held ? `, half from each side (success: ${held})` : turnsInWords(after, before)}
              {costOf(after)}. “{run.name}”, {run.step} steps.
              {worldsInWords(worldTitles(run.config), before, after)}
              {after.passThrough && ` ${sentence(passThroughInWords(after.passThrough))}`}
              {validationInWords(card, bestStepOf(run.reports), after)}
            </>
          ) : (
            <>
              “{run.name}” is finished after {run.step} steps.
            </>
          )}
        </p>
      </div>
      <Exports run={run} />
    </div>
  );
}

function turnsInWords(after: Evaluation, before: Evaluation | undefined): string {
  if (after.solved === 0) return '';
  const earlier = before && before.turnsMean > 0 ? ` (before: ${fixed(before.turnsMean, 1)})` : '';
  return `; what was solved took ${fixed(after.turnsMean, 1)} turns on average${earlier}`;
}

type Share = Pick<Evaluation, 'rate' | 'low' | 'high'>;

/** "It learned, and is better than play at random (21 %)." – as far as the intervals tell two figures apart. */
export function verdictInWords(before: Share | undefined, after: Share, random: Share | undefined): string {
  const beside = (other: Share) => (after.low > other.high ? 'above' : after.high < other.low ? 'below' : 'alike');
  const learned = {
    above: 'It learned',
    below: 'It does worse than before',
    alike: 'Before and after are too close to tell apart',
  };
  const told = before && learned[beside(before)];
  if (!random) return told ? `${told}.` : '';
  const chance = `play at random (${percent(random.rate)})`;
  const compared = {
    above: `it is better than ${chance}`,
    below: `it is worse than ${chance}`,
    alike: `it cannot be told from ${chance}`,
  }[beside(random)];
  return told ? `${told}, and ${compared}.` : sentence(compared);
}

/** " Of these: Sokoban 12 % → 80 %, Plan-Path 20 % → 90 %."; nothing of a run on one world. */
function worldsInWords(
  titles: Readonly<Record<string, string>>,
  before: Evaluation | undefined,
  { worlds }: Evaluation,
): string {
  if (!worlds) return '';
  const each = Object.entries(worlds).map(([name, { rate }]) => {
    const untrained = before?.worlds?.[name];
    return `${titles[name] ?? name} ${untrained ? `${percent(untrained.rate)} → ` : ''}${percent(rate)}`;
  });
  return ` Of these: ${each.join(', ')}.`;
}

/** " On validation the team solved 87 % (76–93 %, n 64): …", and why that may differ from the test; nothing where both
 *  are of the problems that were trained on. */
export function validationInWords(
  { problem, sameProblems }: Pick<EnvironmentCard, 'problem' | 'sameProblems'>,
  best: BestStep | undefined,
  test: Evaluation,
): string {
  if (!best || sameProblems || test.sameProblems) return '';
  const { step, validation } = best;
  return (
    ` On validation the team solved ${rateWithInterval(validation)}: its checkpoint, step ${step}, was chosen there, ` +
    `which flatters that figure; the test ${problem}s (${playedOf(test)}) chose nothing.`
  );
}

/** What measuring it took, where that is known. */
function costOf({ tokens, seconds }: Evaluation): string {
  if (tokens === undefined) return '';
  return `, with ${grouped(tokens)} tokens${seconds === undefined ? '' : ` in ${duration(seconds)}`}`;
}

export function Figure({
  name,
  value,
  strong = false,
}: {
  readonly name: string;
  readonly value: Evaluation;
  readonly strong?: boolean;
}) {
  return (
    <div className="result-figure grid gap-0">
      <b className={strong ? 'accent' : 'quiet'}>{percent(value.rate)}</b>
      <span className="note">
        {name}
        {toldOf(value)}, {intervalOf(value)}
      </span>
    </div>
  );
}

export function Exports({ run }: { readonly run: RunView }) {
  const trained =
    run.config.trainable === 'adapter'
      ? Object.entries(run.config.policies).filter(([, policy]) => policy !== basePolicy)
      : [];
  const playable = run.step > 0 || run.recorded;
  return (
    <div className="row wrap">
      {!run.recorded &&
        run.step > 0 &&
        trained.map(([role, policy]) => (
          <Button
            key={role}
            size="2"
            variant="surface"
            color={roleStyle(role).color}
            onClick={() => void exportAdapter(run, role)}
            title={`Adapter “${policy}”: a PEFT folder as a zip`}
          >
            <Download size={14} aria-hidden /> {roleStyle(role).label} adapter
          </Button>
        ))}
      <Button
        size="2"
        variant="surface"
        color="gray"
        onClick={() => void exportRun(run)}
        title="Everything about the run as one JSON file"
      >
        <FileJson size={14} aria-hidden /> Run as JSON
      </Button>
      <EvaluateButton run={run} />
      {playable && (
        <Button size="2" ml="2" variant="ghost" asChild>
          <a href={formatRoute({ screen: 'play', preset: choiceOfRun(run.config) })}>
            <Joystick size={14} aria-hidden /> Watch it play
          </a>
        </Button>
      )}
    </div>
  );
}
