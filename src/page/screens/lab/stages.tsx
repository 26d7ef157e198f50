// The stages of a step as a thin strip: play · judge · learn · save, what each cost in the last step, and which
// one runs now.
import { cardOf } from '../../../learning/catalogue';
import { firstWorld } from '../../../learning/config/worlds';
import type { Stage } from '../../../run/trainer-api';
import { duration, measuredOn, percent } from '../../parts/format';
import type { RunView, StageView, WaitingView } from '../../stores/run-view';
import { shownRun, useTrainer } from '../../stores/trainer-store';

const strip = ['play', 'advantages', 'learn', 'save'] as const;
const names = { play: 'play', advantages: 'judge', learn: 'learn', save: 'save' } as const;

const meanings: Readonly<Record<(typeof strip)[number], string>> = {
  play: 'K answers are sampled from every state and tried',
  advantages: 'rewards become advantages inside each group',
  learn: 'the policies take one step',
  save: 'checkpoint and tree are stored',
};

export function Stages() {
  const stage = useTrainer((state) => (state.opened ? undefined : state.stage));
  const waiting = useTrainer((state) => (state.opened ? undefined : state.waiting));
  const last = useTrainer((state) => shownRun(state)?.reports.at(-1));
  return (
    <ol className="stages" aria-label="Stages of a step">
      {strip.map((name) => (
        <li key={name} className="note grid gap-1" title={meanings[name]}>
          <span className={stage?.stage === name ? 'ink strong' : undefined}>{names[name]}</span>
          <span className="stages-bar">
            <span
              style={{
                transform: `scaleX(${filled(name, waiting ? { ...waiting, stage: waiting.after, done: 1, total: 1 } : stage)})`,
              }}
            />
          </span>
          <span className="nowrap">{last ? duration(last.timeMs[name] / 1000) : '–'}</span>
        </li>
      ))}
    </ol>
  );
}

/** What goes on now, for the line under the progress bar. */
export function stageSentence(stage: StageView | undefined, run: RunView): string {
  if (!stage) return run.step === 0 ? 'Getting ready: loading the model, compiling kernels…' : 'Working…';
  const { done, total } = stage;
  const share = total > 1 ? `, ${percent(done / total)} done` : '';
  const card = cardOf(firstWorld(run.config).environment, run.config.definitions);
  const sentences: Readonly<Record<Stage, string>> = {
    collect: `Collecting successful games of the untrained team${share}.`,
    'fine-tune': `Fine-tuning on them, before reinforcement learning begins${share}.`,
    play: `Playing step ${stage.step}${share}.`,
    advantages: `Comparing the answers of step ${stage.step}.`,
    learn: `Learning from step ${stage.step}${share}.`,
    save: `Saving step ${stage.step}.`,
    evaluate: `Measuring ${measuredTeam(stage, run)} on ${measuredOn(card)}: ${done} of ${total}.`,
  };
  return sentences[stage.stage];
}

/** Behind which stage a run in slow motion waits. */
export function waitsSentence({ step, after }: Pick<WaitingView, 'step' | 'after'>): string {
  const done: Readonly<Record<WaitingView['after'], string>> = {
    play: 'has been played',
    advantages: 'has been judged: its answers are compared',
    learn: 'has been learnt from',
    save: 'is done and saved',
  };
  return `Slow motion: step ${step} ${done[after]}. Next goes on.`;
}

/** Whom an evaluation measures. A step is done once its validation is; the untrained team is measured behind the first
 *  and once more on the test problems, after the last. */
export function measuredTeam({ step }: Pick<StageView, 'step'>, run: RunView): string {
  if (step > run.step) return `the team after step ${step}`;
  if (run.references && run.before) return 'the trained team';
  return 'the untrained team';
}

function filled(name: Stage, stage: StageView | undefined): number {
  const now = strip.indexOf(stage?.stage as (typeof strip)[number]);
  if (!stage || now < 0) return 0;
  const own = strip.indexOf(name as (typeof strip)[number]);
  if (own < now) return 1;
  if (own > now) return 0;
  return stage.total > 0 ? Math.min(1, stage.done / stage.total) : 0;
}
