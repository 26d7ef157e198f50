// Which column stands for what, before anything is read: the layout that was found, editable, and what the first rows
// become.
import { Button, Select } from '@radix-ui/themes';
import { FolderOpen, Import } from 'lucide-react';
import { useState } from 'react';
import { layoutById, layouts } from '../../../learning/environments/problem-import/detect';
import type { FieldCard } from '../../../learning/environments/problem-import/layout';
import { Choose } from '../../../page/parts/choose';
import { Fault } from '../../../page/parts/fault';
import { useFileChoice } from '../../../page/parts/file-choice';
import { sentence } from '../../../page/parts/format';
import { NumberField } from '../../../page/parts/number-field';
import type { FoundFile } from '../worker/problem-import-client';
import { Examples } from './examples';
import {
  chooseLayout,
  giveDatabases,
  type ImportStage,
  type ImportWishes,
  importProblems,
  mapField,
  wishOfImport,
} from './problem-import-store';
import { ReportOfRows } from './report-of-rows';
import { Row } from './row';
import { SetWishes } from './set-wishes';

type Table = Extract<FoundFile, { kind: 'table' }>;

interface MappingFormProps {
  readonly found: Table;
  readonly wishes: ImportWishes;
  readonly stage: Extract<ImportStage, { kind: 'mapping' }>;
}

const worlds = [
  { id: 'maths', name: 'Maths' },
  { id: 'code', name: 'Code' },
  { id: 'passage-search', name: 'Search' },
  { id: 'database', name: 'Database' },
] as const;
const confidences = {
  sure: 'Its own columns are there.',
  likely: 'Every needed column was found; look whether they are the right ones.',
  unknown: 'Its columns have other names: say which is which.',
} as const;

export function MappingForm({ found, wishes, stage }: MappingFormProps) {
  const layout = layoutById(wishes.layout);
  const missing = Object.entries(layout.fields).filter(
    ([field, { needed }]) => needed && wishes.mapping[field] === undefined,
  );
  const { look, fault } = stage;
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (missing.length === 0) void importProblems();
      }}
    >
      <Row label="Layout" help={found.layout === wishes.layout ? confidences[found.confidence] : 'Chosen by you.'}>
        {(shared) => (
          <Select.Root value={wishes.layout} onValueChange={chooseLayout}>
            <Select.Trigger {...shared} />
            <Select.Content>
              {worlds.map(({ id, name }) => (
                <Select.Group key={id}>
                  <Select.Label>{name}</Select.Label>
                  {layouts
                    .filter(({ world }) => world === id)
                    .map((one) => (
                      <Select.Item key={one.id} value={one.id}>
                        {one.name}
                      </Select.Item>
                    ))}
                </Select.Group>
              ))}
            </Select.Content>
          </Select.Root>
        )}
      </Row>
      <fieldset className="problems-fields grid card slim pad-3">
        <legend className="note strong">Columns</legend>
        {Object.entries(layout.fields).map(([field, card]) => (
          <FieldRow
            key={`${layout.id} ${field}`}
            field={field}
            card={card}
            found={found}
            column={wishes.mapping[field]}
          />
        ))}
      </fieldset>
      {layout.asksDatabases && <Databases />}
      <SetWishes wishes={wishes} />
      <MostRows value={wishes.mostRows} />
      <div className="row gap-3 wrap">
        <Button type="submit" size="2" disabled={missing.length > 0}>
          <Import size={15} aria-hidden /> Import
        </Button>
        {missing.length > 0 && (
          <span className="quiet" role="status">
            {missing.map(([, { name }]) => name).join(' and ')} still {missing.length === 1 ? 'needs' : 'need'} a
            column.
          </span>
        )}
      </div>
      {fault && <Fault>{sentence(fault)} Nothing was imported.</Fault>}
      {look && (
        <section className="grid gap-3" aria-label="The first rows">
          <h3>The first rows</h3>
          <Examples problems={look.examples} />
          {look.report && look.report.bad > 0 && <ReportOfRows report={look.report} />}
        </section>
      )}
    </form>
  );
}

/** Where the databases are that the questions ask, unless they were given with the file or stand in its rows. */
function Databases() {
  const folder = useFileChoice({
    accept: '',
    label: 'A folder of databases',
    folder: true,
    onChoice: (_, files) => void giveDatabases(files),
  });
  return (
    <Row label="Databases" help="A folder of files of SQLite or SQL, each with the name that the questions call it by.">
      {(shared) => (
        <Button {...shared} type="button" size="2" variant="soft" onClick={folder.choose}>
          <FolderOpen size={15} aria-hidden /> Choose a folder
          {folder.input}
        </Button>
      )}
    </Row>
  );
}

interface FieldRowProps {
  readonly field: string;
  readonly card: FieldCard;
  readonly found: Table;
  readonly column: string | undefined;
}

const nowhere = '\u0000'; // no column has this name

function FieldRow({ field, card, found, column }: FieldRowProps) {
  const columns = found.columns.filter(({ name }) => name !== '');
  const example = found.columns.find(({ name }) => name === column)?.example;
  return (
    <Row label={card.name} needed={card.needed} help={card.meaning} example={example}>
      {(shared) => (
        <Choose
          {...shared}
          color={card.needed && column === undefined ? 'red' : undefined}
          value={column ?? nowhere}
          options={[{ id: nowhere, name: '– none –' }, ...columns.map(({ name }) => ({ id: name, name }))]}
          onChoose={(name) => mapField(field, name === nowhere ? undefined : name)}
        />
      )}
    </Row>
  );
}

/** Free typing; empty is all of them. */
function MostRows({ value }: { readonly value: number | undefined }) {
  const [rows, setRows] = useState(value);
  const usable = (typed: number | undefined) => typed !== undefined && Number.isInteger(typed) && typed > 0;
  const wrong = rows !== undefined && !usable(rows);
  return (
    <Row
      label="Rows"
      help={wrong ? 'A whole number from 1, or empty for all rows.' : 'Only the first ones; empty takes all.'}
    >
      {(shared) => (
        <NumberField
          {...shared}
          open="all"
          aria-invalid={wrong}
          value={rows}
          onChange={(typed) => {
            setRows(typed);
            wishOfImport({ mostRows: usable(typed) ? typed : undefined });
          }}
        />
      )}
    </Row>
  );
}
