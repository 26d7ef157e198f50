// An exact figure of the policies over the steps in which it was computed: how far they are from an equilibrium.
import { environmentById } from '../../../learning/environments';
import { Chart } from '../../../page/parts/chart';
import { fixed } from '../../../page/parts/format';
import { runPicture } from '../../../page/parts/picture-words';
import type { RunView } from '../../../page/stores/run-view';
import { isGame } from '../shared/step-games';

export function ExactCurve({ run }: { readonly run: RunView }) {
  const { reports, config, references } = run;
  const game = config.worlds.find(({ environment }) => isGame(environment));
  const exact = game && environmentById(game.environment).exact;
  const measured = reports.flatMap(({ validation }) => validation?.exact ?? []);
  if (!exact || measured.length === 0) return null;
  const untrained = references?.untrained.exact?.value;
  const name = exact.name.replace(/^./, (letter) => letter.toUpperCase());
  return (
    <div className="across slim stack gap-1">
      <h3>
        {name} <span className="quiet">{exact.sentence}</span>
      </h3>
      <Chart
        label={`${name} of the policies, step by step: ${exact.sentence}`}
        picture={runPicture(run, `${name} of the policies`, exact.name)}
        steps={reports.map(({ step }) => step)}
        lines={[
          {
            label: exact.name,
            color: 'var(--accent-9)',
            values: reports.map(({ validation }) => validation?.exact?.value ?? null),
            dots: true,
          },
        ]}
        levels={untrained === undefined ? [] : [{ label: 'untrained', value: untrained, color: 'var(--gray-9)' }]}
        total={config.settings.steps}
        format={(value) => fixed(value, 3)}
        height={120}
        small
      />
    </div>
  );
}
