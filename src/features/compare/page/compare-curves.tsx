// The arms' curves of one measure, success at first.
import { useMemo, useState } from 'react';
import { cardOf } from '../../../learning/catalogue';
import { firstWorld } from '../../../learning/config/worlds';
import { Chart } from '../../../page/parts/chart';
import { Choose } from '../../../page/parts/choose';
import { pictureFile } from '../../../page/parts/picture-words';
import type { RunView } from '../../../page/stores/run-view';
import type { Arm } from './arms';
import { curvesOf, measuresOf } from './measures';

interface CompareCurvesProps {
  readonly arms: readonly Arm[];
  readonly runs: readonly RunView[];
}

export function CompareCurves({ arms, runs }: CompareCurvesProps) {
  const measures = useMemo(() => measuresOf(runs), [runs]);
  const [chosen, setChosen] = useState('success');
  const measure = measures.find(({ id }) => id === chosen) ?? measures[0];
  const curves = useMemo(() => measure && curvesOf(arms, measure), [arms, measure]);
  if (!measure || !curves) return null;
  const seeds = arms.some((arm) => arm.runs.length > 1);
  return (
    <section className="grid" aria-labelledby="compare-curves">
      <div className="row gap-3 wrap">
        <h2 id="compare-curves">Curves</h2>
        <Choose
          size="1"
          aria-label="Measure"
          value={measure.id}
          options={measures.map(({ id, name }) => ({ id, name }))}
          onChoose={setChosen}
        />
      </div>
      {curves.steps.length > 0 ? (
        <>
          <Chart
            label={measure.name}
            picture={{ title: measure.name, about: armsInWords(arms), fileName: pictureFile('compare', measure.name) }}
            steps={curves.steps}
            lines={curves.lines}
            bands={curves.bands}
            total={Math.max(...runs.map(({ config }) => config.settings.steps))}
            range={measure.range}
            format={measure.format}
            height={280}
          />
          <p className="note">
            {seeds
              ? 'Thick: interquartile mean of the seeds, with its stratified bootstrap interval (95 %); thin: each seed.'
              : measure.start && 'Bands: 95 % intervals (Wilson).'}
          </p>
        </>
      ) : (
        <p className="quiet">Nothing is measured yet: a run is, every few steps, as it trains.</p>
      )}
    </section>
  );
}

/** "calm-otter (seed 1), quick-fox, 2 seeds (seed 1 / 2)" */
export function armsInWords(arms: readonly Arm[]): string {
  return arms
    .map(({ name, runs }) => `${name} (seed ${runs.map(({ config }) => config.settings.seed).join(' / ')})`)
    .join(', ');
}

/** An arm's name beside its colour. */
export function ArmName({ arm: { name, color, dash } }: { readonly arm: Arm }) {
  return (
    <b className="compare-name row">
      <i style={{ borderTop: `3px ${dash ? 'dashed' : 'solid'} var(--${color}-10)` }} aria-hidden /> {name}
    </b>
  );
}

/** "room", "map": of the first arm. */
export function problemIn([first]: readonly Arm[]): string {
  const config = first?.runs[0].config;
  return config ? cardOf(firstWorld(config).environment, config.definitions).problem : 'problem';
}
