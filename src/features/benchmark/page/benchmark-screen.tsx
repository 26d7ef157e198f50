// How fast the engine is on this adapter: the rows of the benchmark, measured here and now, with peers where the page
// was served with them.
import { Button, Progress } from '@radix-ui/themes';
import { Download, Gauge, Square } from 'lucide-react';
import { useEffect } from 'react';
import { moment } from '../../../page/parts/format';
import { handOver } from '../../../page/stores/exported';
import { isTraining, useTrainer } from '../../../page/stores/trainer-store';
import { type BenchmarkState, cancelBenchmark, showLast, startBenchmark, useBenchmark } from './benchmark-store';
import './benchmark.css';
import { Fault } from '../../../page/parts/fault';
import { BenchmarkTable } from './benchmark-table';
import { PublishedTable } from './published-table';

export function BenchmarkScreen() {
  const state = useBenchmark((whole) => whole);
  useEffect(() => void showLast(), []);
  const training = useTrainer(isTraining);
  const noGpu = useTrainer(({ adapter }) => adapter?.available === false);
  const measuring = state.kind === 'running' || state.kind === 'cancelling';
  return (
    <div className="document wide">
      <header className="flex gap-4 wrap top between">
        <div>
          <h1>Benchmark</h1>
          <p className="quiet">
            Matrix products, sampling, training steps and whole AT-GRPO steps on your GPU. It takes minutes; let the tab
            be in front and nothing else compute.
          </p>
        </div>
        <div className="flex">
          {state.report && <SaveButton state={state} />}
          {measuring ? (
            <Button variant="soft" color="gray" disabled={state.kind === 'cancelling'} onClick={cancelBenchmark}>
              <Square size={14} aria-hidden /> {state.kind === 'cancelling' ? 'Ending this measurement…' : 'Cancel'}
            </Button>
          ) : (
            <Button disabled={training || noGpu} onClick={() => void startBenchmark()}>
              <Gauge size={16} aria-hidden /> {state.report ? 'Measure again' : 'Measure'}
            </Button>
          )}
        </div>
      </header>
      {noGpu && (
        <p className="quiet">This page cannot reach a GPU: there is nothing to measure. The Lab says what helps.</p>
      )}
      {training && !measuring && <p className="quiet">A run is training and would be measured too: pause it first.</p>}
      {measuring && <Doing state={state} />}
      {state.fault !== undefined && <Fault>The benchmark could not run: {state.fault}</Fault>}
      {state.report && (
        <p className="quiet" role="status">
          {state.kind === 'waiting' && state.measuredAt !== undefined && `${moment(state.measuredAt, Date.now())}: `}
          {state.report.cancelled ? 'Cancelled' : 'Done'} after {Math.round(state.report.seconds)} s on{' '}
          {state.report.adapter.name}
          {state.report.adapter.software ? ', a processor that plays GPU' : ''}.
        </p>
      )}
      {state.rows.length === 0 && !measuring && !noGpu && (
        <p className="quiet">
          Nothing was measured in this browser yet: what you measure stands beside this, and stays.
        </p>
      )}
      {state.rows.length > 0 && <BenchmarkTable rows={state.rows} />}
      <PublishedTable own={state.rows} />
    </div>
  );
}

function Doing({ state: { doing } }: { readonly state: BenchmarkState }) {
  if (!doing) return <p role="status">Opening the GPU and the model…</p>;
  const { name, shape, who, done, total } = doing;
  return (
    <div className="grid size-2" role="status">
      <Progress value={(100 * done) / total} aria-label="Rows measured" />
      <span>
        {name}, {shape}: {who} · {done} of {total} rows
      </span>
    </div>
  );
}

function SaveButton({ state: { report } }: { readonly state: BenchmarkState }) {
  const save = () => handOver({ fileName: 'grove-benchmark.json', bytes: `${JSON.stringify(report, undefined, 2)}\n` });
  return (
    <Button variant="soft" onClick={save}>
      <Download size={14} aria-hidden /> JSON
    </Button>
  );
}
