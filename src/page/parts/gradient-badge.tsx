// The gradient self-test's outcome: on this GPU, in this browser, do the gradients agree with plain TypeScript and
// finite differences?
import { Button, Popover, Spinner } from '@radix-ui/themes';
import { BadgeCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { SelfTestReport } from '../../contract/report';
import { testGradients } from '../stores/lab-actions';
import { isTraining, type SelfTestState, useTrainer } from '../stores/trainer-store';
import { duration, percent } from './format';
import { TableHead } from './table-head';

export function GradientBadge() {
  const selfTest = useTrainer((state) => state.selfTest);
  const training = useTrainer(isTraining);
  const available = useTrainer((state) => state.adapter?.available ?? false);
  if (!available) return null;
  if (selfTest.kind === 'waiting' || selfTest.kind === 'running') {
    return (
      <span className="row quiet size-1 nowrap" data-compact role="status">
        {selfTest.kind === 'running' ? <Spinner size="1" /> : <CircleDashed size={14} aria-hidden />}
        <span className="chip-text">testing gradients…</span>
      </span>
    );
  }
  const right = selfTest.kind === 'done' && selfTest.report.passed;
  const Icon = right ? BadgeCheck : TriangleAlert;
  return (
    <Popover.Root>
      <Popover.Trigger>
        <Button
          size="1"
          variant="soft"
          radius="full"
          color={right ? undefined : 'red'}
          data-compact
          data-testid="gradient-badge"
          title={selfTest.kind === 'done' ? compared(selfTest.report) : 'The test could not run.'}
        >
          <Icon size={14} aria-hidden />
          <span className="chip-text">{right ? 'gradients right' : 'gradients wrong'}</span>
        </Button>
      </Popover.Trigger>
      <Popover.Content size="2" maxWidth="min(420px, calc(100vw - 24px))" align="end">
        <Details selfTest={selfTest} />
        <Button mt="3" size="1" variant="soft" disabled={training} onClick={() => void testGradients()}>
          Test again
        </Button>
      </Popover.Content>
    </Popover.Root>
  );
}

function Details({ selfTest }: { readonly selfTest: SelfTestState }) {
  if (selfTest.kind === 'failed') {
    return (
      <>
        <p className="strong size-2">The gradient test could not run.</p>
        <p className="quiet size-2">{selfTest.reason}</p>
      </>
    );
  }
  if (selfTest.kind !== 'done') return null;
  const { report } = selfTest;
  return (
    <>
      <p className="strong size-2">
        {report.passed
          ? 'The gradients on this GPU are right.'
          : 'The gradients on this GPU are wrong: do not trust a training here.'}
      </p>
      <p className="quiet size-2">{compared(report)}</p>
      <Checks report={report} />
    </>
  );
}

function Checks({ report }: { readonly report: SelfTestReport }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it takes the focus
    <section className="scroll after-3" style={{ maxHeight: 260 }} tabIndex={0} aria-label="All checks">
      <table className="table size-1">
        <TableHead titles={['Check', 'Error', 'Allowed']} />
        <tbody>
          {report.checks.map((check) => (
            <tr key={check.name} className={check.error > check.tolerance ? 'bad' : undefined}>
              <th scope="row">{check.name}</th>
              <td className="nowrap">{exponential(check.error)}</td>
              <td className="nowrap">{exponential(check.tolerance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What the badge stands for. */
function compared(report: SelfTestReport): string {
  const shape = report.about ? ` with ${report.about}` : '';
  return (
    `${report.checks.length} comparisons${shape}: sampled tokens and their log-probabilities, losses, gradients and steps of the ` +
    'optimiser, in batches behind larger ones, against plain TypeScript and finite differences. They took ' +
    `${duration(report.ms / 1000)}; the largest error is ${percent(largestShare(report))} of what is allowed.`
  );
}

/** The worst check's error as a share of its tolerance. */
function largestShare({ checks }: SelfTestReport): number {
  return Math.max(0, ...checks.map(({ error, tolerance }) => (error === 0 ? 0 : error / tolerance)));
}

function exponential(value: number): string {
  return value === 0 ? '0' : value.toExponential(1).replace('-', '−');
}
