// The comparison of a run's numbers with the onnx engine's: how it is asked for, and how it came out.
import { Badge, DropdownMenu, Popover, Spinner } from '@radix-ui/themes';
import { BadgeCheck, Scale, TriangleAlert } from 'lucide-react';
import { percent } from '../../../page/parts/format';
import { TableHead } from '../../../page/parts/table-head';
import type { RunView } from '../../../page/stores/run-view';
import type { Verification } from '../worker/onnx-engine-client';
import { useVerification, verifyRun } from './verification-store';

interface VerifyItemProps {
  readonly view: RunView;
  readonly gpu: boolean;
}

export function VerifyItem({ view, gpu }: VerifyItemProps) {
  if (view.step === 0 || view.recorded) return null;
  return (
    <DropdownMenu.Item disabled={!gpu} onSelect={() => void verifyRun(view)}>
      <Scale size={14} aria-hidden /> Verify with onnxruntime-web
    </DropdownMenu.Item>
  );
}

export function VerifiedBadge({ view }: { readonly view: RunView }) {
  const state = useVerification(view.id);
  if (!state) return null;
  if (state.kind === 'running')
    return (
      <Badge color="gray" variant="soft" role="status">
        <Spinner size="1" /> verifying{state.total > 0 ? ` ${state.done} of ${state.total}` : ''}
      </Badge>
    );
  const well = state.kind === 'done' && state.report.passed;
  const Icon = well ? BadgeCheck : TriangleAlert;
  return (
    <Popover.Root>
      <Popover.Trigger>
        <button type="button" data-testid="verified">
          <Badge color={well ? 'jade' : 'red'} variant="soft">
            <Icon size={12} aria-hidden />{' '}
            {well ? 'verified' : state.kind === 'done' ? 'engines differ' : 'not verified'}
          </Badge>
        </button>
      </Popover.Trigger>
      <Popover.Content size="2" maxWidth="480px" aria-label="Comparison of the engines">
        {state.kind === 'done' ? <Report report={state.report} /> : <p>{state.reason}</p>}
      </Popover.Content>
    </Popover.Root>
  );
}

function Report({ report }: { readonly report: Verification }) {
  const { passed, policies, prompts, tolerance, runtime, gpu } = report;
  return (
    <div className="verified-report size-2 grid">
      <p>
        {passed ? 'Both engines say the same' : 'The engines differ'} on {prompts} prompts of this run: {gpu} beside{' '}
        {runtime}. A log-probability may differ by {tolerance}.
      </p>
      <table className="table">
        <TableHead titles={['Policy', 'Largest difference', 'Same greedy tokens']} />
        <tbody>
          {policies.map(({ policy, form, maxDifference, values, sameGreedy, tokens }) => (
            <tr key={`${policy} ${form}`}>
              <th scope="row">
                {policy}, {form}
              </th>
              <td>
                {maxDifference.toExponential(1)} in {values}
              </td>
              <td>
                {percent(sameGreedy)} of {tokens}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
