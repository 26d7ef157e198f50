// The advantage as a picture and as a formula with its numbers: the siblings on a line, their mean and spread, and this
// answer among them.
import { fullReward } from '../../../learning/algorithm/rewards';
import type { TrainingSettings } from '../../../learning/config/run-config';
import type { GroupRecord, StepTree } from '../../../learning/rollouts/transcript';
import { fixed } from '../../parts/format';
import { Picture } from '../../parts/picture';
import { PictureMenu } from '../../parts/picture-menu';
import type { PictureWords } from '../../parts/picture-words';
import { roleStyle } from '../../parts/roles';
import { Term } from '../../parts/term';
import { advantageColours, advantageStep, droppedColours } from './advantage-scale';
import { type AdvantageReading, advantageReading } from './reading';

interface AdvantageViewProps {
  readonly tree: StepTree;
  readonly group: GroupRecord;
  readonly branch: number;
  readonly settings: TrainingSettings;
}

const width = 300;
const height = 46;
const inset = 10;

export function AdvantageView(props: AdvantageViewProps) {
  const { group, settings } = props;
  const reading = readingOf(props);
  if (!reading) return null;
  const { silenced, formula, centreName, scaleName, centre } = reading;
  return (
    <>
      <svg
        className="compared-drawing full"
        overflow="visible"
        fontSize="12px"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`rewards of ${group.branches.length} siblings from 0 to ${fixed(mostOf(settings), 1)}, mean ${fixed(centre, 2)}`}
      >
        <AdvantageDrawing {...props} reading={reading} />
      </svg>
      {silenced ? (
        <p>{silenced}</p>
      ) : (
        <>
          <p className="ink size-4">{formula}</p>
          <p className="quiet size-1">
            (<Term id="reward">reward</Term> − {centreName}){scaleName ? ` / ${scaleName}` : ''} ={' '}
            <Term id="advantage">advantage</Term>
          </p>
        </>
      )}
    </>
  );
}

/** The siblings on their line, and how the advantage is computed, as a file. `words`: of the tree. */
export function AdvantagePicture({ words, ...props }: AdvantageViewProps & { readonly words: PictureWords }) {
  const { group, branch } = props;
  const reading = readingOf(props);
  if (!reading) return null;
  const title = `${roleStyle(group.role).label}, turn ${group.turn}: answer ${branch + 1} of ${group.branches.length} compared`;
  const own = { title, fileName: `${words.fileName}-${group.role}-turn-${group.turn}-answer-${branch + 1}` };
  const told = { ...own, about: `${words.title}. ${words.about}. ${reading.silenced ?? reading.formula}` };
  const draw = () => (
    <Picture words={told} width={width * pictureScale} height={height * pictureScale} legend={[]}>
      <g transform={`scale(${pictureScale})`} fontSize={12}>
        <AdvantageDrawing {...props} reading={reading} />
      </g>
    </Picture>
  );
  return <PictureMenu words={own} draw={draw} />;
}

/** Of the file: the inspector is narrow. */
const pictureScale = 2;
const mostOf = (settings: TrainingSettings) => Math.max(1e-9, fullReward(settings));

/** Undefined where there is no such answer. */
function readingOf({ tree, group, branch: index, settings }: AdvantageViewProps): AdvantageReading | undefined {
  const branch = group.branches[index];
  return branch && advantageReading({ tree, group, branch, settings });
}

type Drawn = Pick<AdvantageViewProps, 'group' | 'branch' | 'settings'> & { readonly reading: AdvantageReading };

function AdvantageDrawing({ group, branch, settings, reading }: Drawn) {
  const most = mostOf(settings);
  const place = (reward: number) => inset + (Math.min(Math.max(reward, 0), most) / most) * (width - 2 * inset);
  const stacked = stack(group.branches.map(({ reward }) => place(reward)));
  const spread = reading.scale ?? 0;
  const meanAt = Math.min(Math.max(place(reading.centre), inset + 34), width - inset - 34);
  return (
    <>
      <rect
        fill="var(--gray-a3)"
        x={place(reading.centre - spread)}
        y={8}
        width={place(reading.centre + spread) - place(reading.centre - spread)}
        height={26}
        rx={3}
      />
      <path stroke="var(--gray-8)" fill="none" d={`M${inset} 34H${width - inset}`} />
      <path stroke="var(--gray-11)" fill="none" strokeDasharray="3 2" d={`M${place(reading.centre)} 5V37`} />
      {group.branches.map((sibling, index) => {
        const at = stacked[index] ?? { x: 0, level: 0, tied: 1 };
        const own = index === branch;
        if (at.tied > mostStacked && index !== speakerOf(stacked, at.x, branch)) return null;
        return (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: branches are named by their place
            key={index}
            fill="var(--fill)"
            stroke={own ? 'var(--gray-12)' : 'var(--gray-1)'}
            strokeWidth={own ? 2 : 0.8}
            style={group.dropped ? droppedColours : advantageColours(advantageStep(sibling.advantage))}
            cx={at.x}
            cy={29 - at.level}
            r={own ? 5 : 3.4}
          />
        );
      })}
      {[...new Map(stacked.filter(({ tied }) => tied > mostStacked).map((at) => [Math.round(at.x), at]))].map(
        ([x, { tied }]) => (
          <text
            key={x}
            fill="var(--gray-12)"
            fontWeight={600}
            x={Math.min(Math.max(x, inset + 4), width - inset - 4)}
            y={19}
            textAnchor="middle"
          >
            {tied}×
          </text>
        ),
      )}
      <text fill="var(--gray-11)" x={inset} y={45}>
        {meanAt > inset + 46 ? 0 : ''}
      </text>
      <text fill="var(--gray-11)" x={meanAt} y={45} textAnchor="middle">
        {group.branches.length > 1 ? `mean ${fixed(reading.centre, 2)}` : ''}
      </text>
      <text fill="var(--gray-11)" x={width - inset} y={45} textAnchor="end">
        {meanAt < width - inset - 56 ? fixed(most, 1) : ''}
      </text>
    </>
  );
}

/** More than so many on one place are one dot with their number. */
const mostStacked = 3;

interface Stacked {
  readonly x: number;
  readonly level: number;
  /** How many stand on this place. */
  readonly tied: number;
}

/** Equal places stand on top of each other. */
export function stack(xs: readonly number[]): Stacked[] {
  const counts = new Map<number, number>();
  for (const x of xs) counts.set(Math.round(x), (counts.get(Math.round(x)) ?? 0) + 1);
  const placed = new Map<number, number>();
  return xs.map((x) => {
    const bin = Math.round(x);
    const tied = counts.get(bin) ?? 1;
    const before = placed.get(bin) ?? 0;
    placed.set(bin, before + 1);
    return { x, level: tied > mostStacked ? 0 : before * 7, tied };
  });
}

/** Whose dot stands for all on a place: the chosen answer's own where it is among them, else the first. */
function speakerOf(stacked: readonly Stacked[], x: number, own: number): number {
  const here = ({ x: other }: Stacked) => Math.round(other) === Math.round(x);
  const chosen = stacked[own];
  return chosen && here(chosen) ? own : stacked.findIndex(here);
}
