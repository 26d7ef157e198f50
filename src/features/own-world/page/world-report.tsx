// What the check of a module found, function by function, and a few of its problems.
import { Button, Progress } from '@radix-ui/themes';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { Board } from '../../../page/parts/board';
import { Fault } from '../../../page/parts/fault';
import type { Finding, WorldReport } from '../worker/world-check-client';
import type { CheckState } from './use-check';

interface ReportProps {
  readonly state: CheckState;
  /** Whether the report is of the text that stands in the editor. */
  readonly current: boolean;
  readonly onCancel: () => void;
}

export function ReportOfWorld({ state, current, onCancel }: ReportProps) {
  if (state.kind === 'rest')
    return (
      <p className="quiet">
        Check draws two hundred problems of each split, plays and solves them, and tells what it found.
      </p>
    );
  if (state.kind === 'checking')
    return (
      <div className="row gap-3" role="status">
        <Progress className="grow" value={(100 * state.done) / state.total} aria-label="Check" />
        <span>{state.what} …</span>
        <Button size="1" variant="soft" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    );
  if (state.kind === 'failed') return <Fault>{state.why}. Check it again.</Fault>;
  return <Found report={state.report} current={current} />;
}

function wrongInWords(problems: number): string {
  return problems === 1 ? 'one thing is wrong.' : `${problems} things are wrong.`;
}

function Found({ report: { findings, world }, current }: { readonly report: WorldReport; readonly current: boolean }) {
  const problems = findings.filter(({ kind }) => kind === 'problem').length;
  const verdict = problems === 0 ? 'It can be trained on.' : `It cannot be trained on yet: ${wrongInWords(problems)}`;
  return (
    <>
      <p className={problems === 0 ? 'strong' : 'strong bad'} role="status">
        {current ? verdict : 'The text has changed since: check it again.'}
      </p>
      <ul className="stack" aria-label="Findings">
        {findings.map((finding) => (
          <FindingLine key={`${finding.kind} ${finding.about} ${finding.what}`} finding={finding} />
        ))}
      </ul>
      {world && (
        <>
          <h3>{world.module.card.problem}s of the test split</h3>
          <ul className="flex gap-3 wrap">
            {world.previews.map(({ picture, solution }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are numbered
              <li key={index} className="stack gap-1">
                <Board
                  picture={picture}
                  look={world.module.card}
                  size={110}
                  label={`${world.module.card.problem} ${index + 1}`}
                />
                <code>{solution}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const icons = { ok: CircleCheck, warning: TriangleAlert, problem: CircleAlert } as const;
const tones = { ok: 'accent', warning: 'warn', problem: 'bad' } as const;
const names = { ok: 'fine', warning: 'warning', problem: 'problem' } as const;

function FindingLine({ finding: { kind, about, what, example } }: { readonly finding: Finding }) {
  const Icon = icons[kind];
  return (
    <li className="top flex" data-kind={kind}>
      <Icon size={15} aria-label={names[kind]} className={`rigid ${tones[kind]}`} />
      <div className="slim break">
        <strong>{about}</strong> {what}
        {example && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
          <pre className="world-listing inset" tabIndex={0}>
            {example.join('\n')}
          </pre>
        )}
      </div>
    </li>
  );
}
