// "What if?": another answer in the place of the one that was given – a sibling's, none, a person's own –, and the rest
// of the game played again with the same chance, beside the game as it was.
import { Badge, Button, Dialog, Progress } from '@radix-ui/themes';
import { Split, X } from 'lucide-react';
import { useState } from 'react';
import { cardOf } from '../../../learning/catalogue';
import type { GroupRecord, WorldRecord } from '../../../learning/rollouts/transcript';
import type { Replacement } from '../../../learning/rollouts/what-if';
import { Board } from '../../parts/board';
import type { Look } from '../../parts/board-pieces';
import { useSize } from '../../parts/board-size';
import { Choose, type Option } from '../../parts/choose';
import { DialogSheet } from '../../parts/dialog-sheet';
import { Fault } from '../../parts/fault';
import { Field, Line } from '../../parts/field';
import { sentence } from '../../parts/format';
import { roleStyle, roleVariable } from '../../parts/roles';
import { navigate } from '../../stores/route';
import type { RunView } from '../../stores/run-view';
import { isTraining, useTrainer } from '../../stores/trainer-store';
import { cancelWhatIf, playOn, useWhatIf, type WhatIfState } from '../../stores/what-if-store';
import { type ChainStep, endInWords } from '../play/chain';
import {
  answerInWords,
  type ComparedAnswer,
  changeInWords,
  comparedAnswers,
  isAsRecorded,
  weightsInWords,
} from './what-if-reading';
import './what-if.css';

interface WhatIfProps {
  readonly run: RunView;
  readonly step: number;
  /** In the tree, from 0. */
  readonly world: number;
  readonly record: WorldRecord;
  readonly group: GroupRecord;
  /** The answer that is looked at. */
  readonly branch: number;
}

export function WhatIf(props: WhatIfProps) {
  const { run, step, world, record, group, branch } = props;
  const [open, setOpen] = useState(false);
  const { problem } = cardOf(record.environment, run.config.definitions);
  const change = (opened: boolean) => {
    setOpen(opened);
    // a run that trains goes on to its next tree; this one stays
    const at = { step, world, group: record.groups.indexOf(group), branch };
    if (opened) navigate({ screen: 'rollouts', runId: run.id, ...at }, { replace: true });
    void cancelWhatIf(); // what was played before is another answer's
  };
  return (
    <Dialog.Root open={open} onOpenChange={change}>
      <Dialog.Trigger>
        <Button className="start" size="1" variant="soft" color="gray">
          <Split size={13} aria-hidden /> Replace the answer…
        </Button>
      </Dialog.Trigger>
      <DialogSheet
        title={`What if the ${roleStyle(group.role).label.toLowerCase()} had answered otherwise?`}
        about={`Turn ${group.turn} of ${problem} ${world + 1}. The rest is played again with the same chance: what differs is the answer’s doing.`}
        maxWidth="680px"
      >
        <Asking {...props} />
      </DialogSheet>
    </Dialog.Root>
  );
}

function Asking({ run, step, world, record, group, branch }: WhatIfProps) {
  const options = optionsFor(group);
  const [chosen, setChosen] = useState(() => options.find(({ id }) => id === `branch ${branch}`)?.id ?? 'silence');
  const [text, setText] = useState(group.branches[group.trunk]?.text ?? '');
  const state = useWhatIf();
  const gpu = useTrainer(({ adapter }) => adapter?.available ?? false);
  const training = useTrainer(isTraining);
  const missing = run.recorded
    ? 'This run is a recording: its weights are not in this browser. Train a run, or open one under Runs.'
    : gpu
      ? undefined
      : 'Playing on needs a GPU, and this browser gives none.';
  const { turn, role, node, visit } = group;
  const place = { turn, role, ...(node ? { node } : {}), ...(visit ? { visit } : {}) };
  const from = { ...place, by: replacementOf(chosen, text) };
  return (
    <div className="grid gap-3 after-3">
      <Field label={`In the place of ${answerInWords(group.branches[group.trunk]?.text ?? '')}`}>
        {(field) => <Choose {...field} value={chosen} options={options} onChoose={setChosen} />}
      </Field>
      {chosen === 'text' && <Line label="What it says" value={text} onChange={setText} />}
      {state.kind === 'playing' ? (
        <Playing state={state} />
      ) : (
        <Button
          className="start"
          disabled={missing !== undefined}
          onClick={() => void playOn({ runId: run.id, step, world, from })}
        >
          <Split size={15} aria-hidden /> Play on
        </Button>
      )}
      {missing && <p className="quiet">{missing}</p>}
      {training && !missing && <p className="quiet">A run is training: this is played between its batches.</p>}
      {state.kind === 'failed' && <Fault>It could not be played on: {sentence(state.reason)}</Fault>}
      {state.kind === 'played' && <Played run={run} record={record} state={state} />}
    </div>
  );
}

function optionsFor({ branches, trunk }: GroupRecord): readonly Option[] {
  const texts = new Set([branches[trunk]?.text]);
  const others = branches.flatMap(({ text }, index) => {
    if (texts.has(text)) return [];
    texts.add(text);
    return [{ id: `branch ${index}`, name: `branch ${index + 1}: ${answerInWords(text)}` }];
  });
  return [
    ...others,
    { id: 'silence', name: 'silence: it says nothing' },
    { id: 'text', name: 'my own words' },
    { id: 'nothing', name: 'nothing is replaced: does it come out the same?' },
  ];
}

function replacementOf(chosen: string, text: string): Replacement {
  if (chosen === 'text') return { kind: 'text', text };
  if (chosen === 'silence' || chosen === 'nothing') return { kind: chosen };
  return { kind: 'branch', branch: Number(chosen.slice('branch '.length)) };
}

function Playing({ state }: { readonly state: Extract<WhatIfState, { kind: 'playing' }> }) {
  const { done, total, cancelling } = state;
  return (
    <div className="grid" role="status">
      <div className="row between">
        <span>{done === 0 ? 'Loading the weights' : `Playing: answer ${done} of at most ${total}`}</span>
        <Button size="1" variant="soft" color="gray" disabled={cancelling} onClick={() => void cancelWhatIf()}>
          <X size={13} aria-hidden /> {cancelling ? 'Cancelling…' : 'Cancel'}
        </Button>
      </div>
      <Progress value={(100 * done) / total} size="1" aria-label={`answer ${done} of at most ${total}`} />
    </div>
  );
}

interface PlayedProps extends Pick<WhatIfProps, 'run' | 'record'> {
  readonly state: Extract<WhatIfState, { kind: 'played' }>;
}

function Played({ run, record, state: { request, answer } }: PlayedProps) {
  const { asItWas, instead, weightsOf } = answer;
  const compared = comparedAnswers(request.from, answer);
  const asRecorded = isAsRecorded(record, asItWas);
  const look = cardOf(record.environment, run.config.definitions);
  const [ref, { width }] = useSize<HTMLDivElement>();
  const size = Math.max(80, Math.min(168, (width - 40) / 2));
  const heads = [
    { name: asRecorded ? 'As recorded' : 'Nothing replaced', game: asItWas },
    { name: nameOf(request.from.by), game: instead },
  ];
  return (
    <section className="grid gap-3" aria-label="What changed" ref={ref}>
      <p>
        <b>{changeInWords(compared, answer)}</b>{' '}
        <span className="quiet">{weightsInWords(request, weightsOf, asRecorded)}</span>
      </p>
      <div className="what-if">
        {heads.map(({ name, game }) => (
          <div key={name} className="row wrap between">
            <h3>{name}</h3>
            <Badge color={game.solved ? 'jade' : 'gray'}>{endInWords(game, look)}</Badge>
          </div>
        ))}
        {compared.map((one) => (
          <Compared key={`${one.turn} ${one.role} ${one.place}`} one={one} look={look} size={size} />
        ))}
      </div>
    </section>
  );
}

function nameOf(by: Replacement): string {
  const names = { nothing: 'Played again', silence: 'Silence', text: 'My own words' };
  return by.kind === 'branch' ? `Branch ${by.branch + 1}` : names[by.kind];
}

interface ComparedProps {
  readonly one: ComparedAnswer;
  readonly look: Look;
  readonly size: number;
}

function Compared({ one: { turn, role, place, mark, asItWas, instead }, look, size }: ComparedProps) {
  const cells = { asItWas, instead };
  return (
    <>
      <h4 className="row across quiet size-1" style={roleVariable(role)}>
        <span className="rollouts-role-dot" aria-hidden />
        {roleStyle(role).label}, turn {turn}
        {place !== '' && `, ${place}`}
        {mark !== 'same' && <Badge color={mark === 'replaced' ? 'gray' : 'amber'}>{mark}</Badge>}
      </h4>
      {Object.entries(cells).map(([name, step]) => (
        <div
          key={name}
          className="what-if-answer stack gap-1 slim pad-2"
          data-mark={name === 'instead' ? mark : 'same'}
        >
          {step ? (
            <Answer step={step} look={look} size={size} />
          ) : (
            <span className="quiet">no answer: it was over</span>
          )}
        </div>
      ))}
    </>
  );
}

function Answer({
  step: { answer, preview, group },
  look,
  size,
}: { readonly step: ChainStep } & Omit<ComparedProps, 'one'>) {
  return (
    <>
      <code className="mono break ink">{answer.text === '' ? '(nothing)' : answer.text}</code>
      {!preview && (
        <Board
          picture={answer.after}
          look={look}
          size={size}
          label={`after turn ${group.turn}, ${group.role} role`}
          solved={answer.solved}
        />
      )}
      <span className="quiet size-1">{sentence(answer.why)}</span>
    </>
  );
}
