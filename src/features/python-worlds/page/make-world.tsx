// How many questions or openings, from which seed on; the world is made, kept, and is that of the next run.
import { Button } from '@radix-ui/themes';
import { FlaskConical } from 'lucide-react';
import { Field } from '../../../page/parts/field';
import { counted } from '../../../page/parts/format';
import { NumberField } from '../../../page/parts/number-field';
import { notify } from '../../../page/stores/notices-store';
import type { Origin } from '../shared/images';
import { makeWorld, type WorldWishes } from '../worker/make-world';
import { moduleOfSource } from '../worker/makers';
import { takeToLab } from './keep-worlds';
import { carryOut, useWork } from './work-store';

export interface Counts {
  readonly size: number;
  readonly seed: number;
}

export const usualCounts: Counts = { size: 200, seed: 42 };
const most = 5000;

interface MakeWorldProps {
  readonly origin: Origin;
  readonly what: 'Questions' | 'Openings';
  readonly ready: boolean;
  readonly counts: Counts;
  readonly onCounts: (counts: Counts) => void;
  readonly wishes: Omit<WorldWishes, 'size' | 'seed'>;
}

export function MakeWorld({ origin, what, ready, counts, onCounts, wishes }: MakeWorldProps) {
  const working = useWork((state) => state.work !== undefined);
  const { size, seed } = counts;
  const wrongSize = Number.isInteger(size) && size >= 20 && size <= most ? undefined : `A whole number, 20 to ${most}`;
  const wrongSeed = Number.isInteger(seed) && seed >= 0 ? undefined : 'A whole number from 0';
  const use = async () => {
    const made = await carryOut('Making the world', async ({ runner, ...parts }) => {
      const { source, left } = await makeWorld(runner, origin, { ...wishes, ...counts, ...parts });
      return { module: moduleOfSource(source), left };
    });
    if (!made) return;
    await takeToLab(made.module);
    if (made.left > 0)
      notify({ text: `${counted(made.left, 'questions')} left out: their own answers are not held right.` });
  };
  return (
    <div className="python-worlds-make">
      <Field label={what} width={120} fault={wrongSize}>
        {(shared) => (
          <NumberField {...shared} value={size} onChange={(value) => onCounts({ ...counts, size: value })} />
        )}
      </Field>
      <Field label="Seed" width={120} fault={wrongSeed}>
        {(shared) => (
          <NumberField {...shared} value={seed} onChange={(value) => onCounts({ ...counts, seed: value })} />
        )}
      </Field>
      <Button disabled={!ready || working || (wrongSize ?? wrongSeed) !== undefined} onClick={() => void use()}>
        <FlaskConical size={15} aria-hidden /> Use in the Lab
      </Button>
    </div>
  );
}
