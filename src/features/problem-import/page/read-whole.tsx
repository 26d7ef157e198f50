// The file after it was read to its end: its report, and what is to be done with what it holds.
import { Button, Callout } from '@radix-ui/themes';
import { ArrowLeft, CircleCheck, FlaskConical, Import } from 'lucide-react';
import { Fault } from '../../../page/parts/fault';
import { grouped, sentence } from '../../../page/parts/format';
import { databaseBeside } from '../shared/given-files';
import type { FoundFile, ReadFile } from '../worker/problem-import-client';
import { chooseForLab } from './choose-for-lab';
import { Examples } from './examples';
import {
  backToMapping,
  type ImportStage,
  type ImportWishes,
  keepProblems,
  tooFewToSplit,
} from './problem-import-store';
import { ReportOfRows } from './report-of-rows';
import { SetWishes } from './set-wishes';

interface ReadWholeProps {
  readonly found: FoundFile;
  readonly wishes: ImportWishes;
  readonly stage: Extract<ImportStage, { kind: 'read' | 'keeping' | 'kept' }>;
}

export function ReadWhole({ found, wishes, stage }: ReadWholeProps) {
  const { read } = stage;
  return (
    <div className="grid gap-3">
      <Verdict stage={stage} />
      {stage.kind !== 'kept' && read.problems > 0 && (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void keepProblems();
          }}
        >
          <SetWishes wishes={wishes} />
          {wishes.splits === 'by-problem' && <Splits read={read} tooFew={tooFewToSplit(wishes, read)} />}
          {stage.kind === 'read' && stage.fault && <Fault>{sentence(stage.fault)} Nothing was imported.</Fault>}
          <div className="row gap-3 wrap">
            <Button type="submit" loading={stage.kind === 'keeping'} disabled={tooFewToSplit(wishes, read)}>
              <Import size={15} aria-hidden />{' '}
              {stage.kind === 'read' && stage.refusal ? 'Leave them out and import' : 'Import'} {grouped(read.problems)}{' '}
              {read.problems === 1 ? 'problem' : 'problems'}
            </Button>
            {found.kind === 'table' && (
              <Button type="button" variant="soft" color="gray" onClick={backToMapping}>
                <ArrowLeft size={14} aria-hidden /> Back to the columns
              </Button>
            )}
          </div>
        </form>
      )}
      {stage.kind === 'read' && read.problems === 0 && found.kind === 'table' && (
        <div className="row gap-3 wrap">
          <Button variant="soft" onClick={backToMapping}>
            <ArrowLeft size={14} aria-hidden /> Back to the columns
          </Button>
        </div>
      )}
      {read.report && <ReportOfRows report={read.report} />}
      {stage.kind !== 'kept' && read.problems > 0 && <Examples problems={read.examples} />}
    </div>
  );
}

function Verdict({ stage }: Pick<ReadWholeProps, 'stage'>) {
  if (stage.kind === 'kept')
    return (
      <Callout.Root size="1" role="status">
        <Callout.Icon>
          <CircleCheck size={16} aria-hidden />
        </Callout.Icon>
        <p className="row wrap gap-3 ink">
          <span>
            <b>{stage.set.name}</b> is imported: {grouped(stage.set.count)}{' '}
            {stage.set.count === 1 ? 'problem' : 'problems'}.
          </span>
          <Button size="1" onClick={() => chooseForLab(stage.set)}>
            <FlaskConical size={14} aria-hidden /> Use in the lab
          </Button>
        </p>
      </Callout.Root>
    );
  if (stage.kind === 'keeping' || !stage.refusal) return null;
  const { faults = [] } = stage.read.report ?? {};
  const noDatabase = faults.length > 0 && faults.every(({ expected }) => expected === databaseBeside);
  return (
    <Fault title={`Nothing was imported: ${stage.refusal}.`}>
      {noDatabase
        ? 'Choose the database together with the file of questions, both at once: NAME.sqlite, or schema.sql in a folder NAME.'
        : 'Are the right columns taken?'}
      {stage.read.problems > 0 && ' The others can be imported without them.'}
    </Fault>
  );
}

function Splits({ read: { splits }, tooFew }: { readonly read: ReadFile; readonly tooFew: boolean }) {
  if (!splits) return null;
  const words =
    `${grouped(splits.train)} to train on, ${grouped(splits.validation)} to validate, ${grouped(splits.test)} to test, ` +
    `${grouped(splits.report)} to report on`;
  if (tooFew) return <Fault>{words}: too few to be split. Use them for evaluation only.</Fault>;
  return <p className="quiet">{words}.</p>;
}
