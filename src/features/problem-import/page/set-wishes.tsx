// What the set will be called, and what it is for.
import { TextField } from '@radix-ui/themes';
import type { PoolSplits } from '../../../learning/environments/problem-pools';
import { Choose, optionsOf } from '../../../page/parts/choose';
import { type ImportWishes, wishOfImport } from './problem-import-store';
import { Row } from './row';

const uses: Readonly<Record<PoolSplits, string>> = {
  'by-problem': 'training, validation, test and report',
  none: 'evaluation only',
};
const helps: Readonly<Record<PoolSplits, string>> = {
  'by-problem': 'Each problem belongs to one of the four, 7 to 1 to 1 to 1, by its own text.',
  none: 'Every problem is played wherever it is asked for: a benchmark, which nothing should be trained on.',
};

export function SetWishes({ wishes: { name, splits } }: { readonly wishes: ImportWishes }) {
  return (
    <>
      <Row label="Name of the set" help="How it is called among the worlds.">
        {(shared) => (
          <TextField.Root
            {...shared}
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            value={name}
            onChange={(event) => wishOfImport({ name: event.target.value })}
          />
        )}
      </Row>
      <Row label="Used for" help={helps[splits]}>
        {(shared) => (
          <Choose
            {...shared}
            value={splits}
            options={optionsOf(uses)}
            onChoose={(chosen) => wishOfImport({ splits: chosen })}
          />
        )}
      </Row>
    </>
  );
}
