// The file that was given, at whatever stage it is: not there yet, being opened, refused, or open.
import { Button, Progress, Spinner } from '@radix-ui/themes';
import { FileUp } from 'lucide-react';
import { Fault } from '../../../page/parts/fault';
import { bytes, counted, grouped } from '../../../page/parts/format';
import { MappingForm } from './mapping-form';
import { cancelReading, type ImportState } from './problem-import-store';
import { ReadWhole } from './read-whole';

type Open = Extract<ImportState, { kind: 'open' }>;

export function FileAtHand({ now }: { readonly now: ImportState }) {
  if (now.kind === 'rest') return <NothingYet />;
  if (now.kind === 'opening')
    return (
      <p className="row gap-3 wrap" role="status">
        <Spinner /> Looking into {now.file} …
      </p>
    );
  if (now.kind === 'refused')
    return (
      <Fault title={`${now.file} was not taken`}>
        <p>It {ended(now.why)}</p>
        <p>Nothing was imported. Take another file, or mend this one and drop it again.</p>
      </Fault>
    );
  return (
    <>
      <FileHead now={now} />
      {now.stage.kind === 'mapping' && now.found.kind === 'table' && (
        <MappingForm found={now.found} wishes={now.wishes} stage={now.stage} />
      )}
      {now.stage.kind === 'reading' && now.found.kind === 'table' && (
        <div className="row gap-3 wrap" role="status">
          <Progress
            className="grow"
            value={(100 * now.stage.bytes) / now.found.bytes}
            aria-label={`Reading ${now.found.file}`}
          />
          <span>
            {bytes(now.stage.bytes)} of {bytes(now.found.bytes)}
          </span>
          <Button size="1" variant="soft" color="gray" onClick={cancelReading}>
            Cancel
          </Button>
        </div>
      )}
      {(now.stage.kind === 'read' || now.stage.kind === 'keeping' || now.stage.kind === 'kept') && (
        <ReadWhole found={now.found} wishes={now.wishes} stage={now.stage} />
      )}
    </>
  );
}

const formats = { parquet: 'Parquet', jsonl: 'JSON lines', json: 'a JSON list', csv: 'a table of text (CSV)' } as const;

function FileHead({ now: { found } }: { readonly now: Open }) {
  return (
    <div>
      <h2>{found.file}</h2>
      <p className="quiet">
        {found.kind === 'set'
          ? 'A set that Grove wrote: it is taken as it is.'
          : `${sentenceCase(formats[found.format])}, ${bytes(found.bytes)}, ${counted(found.columns.length, 'columns')}${found.rowCount === undefined ? '' : `, ${grouped(found.rowCount)} rows`}.`}
      </p>
    </div>
  );
}

/** With a full stop where there is no other end. */
function ended(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

function sentenceCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function NothingYet() {
  return (
    <div className="problems-empty centre">
      <FileUp size={28} color="var(--gray-10)" aria-hidden />
      <h2>Drop a file of problems here</h2>
      <p>
        Parquet, JSONL, a JSON list or CSV, as it was downloaded: AIME, OlympiadBench, GSM8K, APPS, CodeContests,
        LiveCodeBench, HotpotQA, Spider (its databases with it) – or any other questions with answers, and tasks with
        tests.
      </p>
      <p className="quiet">
        You see which columns are taken before anything is imported. The file is read in this tab and sent nowhere.
      </p>
    </div>
  );
}
