// One step's rollouts on one screen: rooms on the left, the chosen room's tree in the middle with the boards below, and
// on the right everything about the chosen answer. Fed with a source of trees and told where it is; knows no stores, no
// address, no lab.
import { SegmentedControl } from '@radix-ui/themes';
import { Keyboard } from 'lucide-react';
import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { fullReward as fullRewardOf } from '../../../learning/algorithm/rewards';
import { cardOf } from '../../../learning/catalogue';
import type { RunConfig } from '../../../learning/config/run-config';
import { firstWorld } from '../../../learning/config/worlds';
import type { EnvironmentCard } from '../../../learning/environments/environment';
import type { StepTree } from '../../../learning/rollouts/transcript';
import { Act } from '../../parts/act';
import { useSize } from '../../parts/board-size';
import { PictureMenu } from '../../parts/picture-menu';
import { pictureFile, runInWords } from '../../parts/picture-words';
import { PresentButton } from '../../parts/present';
import { PrintHead } from '../../parts/print-head';
import { Term } from '../../parts/term';
import { isWithin, keepsItsKeys, useKeys } from '../../parts/use-keys';
import { advantageColours, advantageSteps } from './advantage-scale';
import { BoardStrip } from './board-strip';
import { Inspector, type WhatIfHere } from './inspector';
import { KeyHelp } from './key-help';
import { inWorld, nearest, type Selection, wishOf } from './selection';
import { StepPicker } from './step-picker';
import { TreePicture } from './tree-picture';
import { TreeView } from './tree-view';
import { WorldList } from './world-list';
import './rollouts.css';

interface RolloutsViewProps {
  readonly tree: StepTree;
  /** Steps that can be chosen, ascending. */
  readonly steps: readonly number[];
  readonly config: RunConfig;
  readonly runName: string;
  /** What the address names, as far as it names something. */
  readonly path: Partial<Selection>;
  readonly onSelect: (selection: Selection) => void;
  readonly onStep: (step: number, selection: Selection) => void;
  /** Chooses the run. */
  readonly runPicker?: ReactNode;
  readonly whatIf?: WhatIfHere;
  /** Copies a link to the node. */
  readonly copyLink?: (at: Selection) => ReactNode;
  /** Stands under the rooms. */
  readonly below?: ReactNode;
}

type Tab = 'rooms' | 'tree' | 'answer';

export function RolloutsView(props: RolloutsViewProps) {
  const { tree, steps, config, runName, path, onSelect, onStep, runPicker, below, whatIf, copyLink } = props;
  const { problem } = cardOf(firstWorld(config).environment, config.definitions);
  const cardFor = useMemo(() => {
    const known = new Map<string, EnvironmentCard>(); // the same card each time: what is drawn by it is not drawn again
    return (environment: string) => {
      const card = known.get(environment) ?? cardOf(environment, config.definitions);
      known.set(environment, card);
      return card;
    };
  }, [config.definitions]);
  const { world: worldIndex, group: groupIndex, branch: branchIndex } = nearest(tree, path);
  const selected = useMemo(
    () => ({ world: worldIndex, group: groupIndex, branch: branchIndex }),
    [worldIndex, groupIndex, branchIndex],
  );
  const [hover, setHover] = useState<Selection>();
  const [pinned, setPinned] = useState(false);
  const togglePin = useCallback(() => setPinned((old) => !old), []);
  const [playing, setPlaying] = useState(false);
  const [help, setHelp] = useState(false);
  const [tab, setTab] = useState<Tab>('tree');
  const [stripRef, strip] = useSize<HTMLDivElement>();
  const wanted = !pinned && hover && hover.world === selected.world ? hover : selected;
  const shown = nearest(tree, useDeferredValue(wanted)); // the pointer never waits for the inspector
  const world = tree.worlds[selected.world];
  const look = cardFor(world?.environment ?? firstWorld(config).environment);
  const fullReward = fullRewardOf(config.settings);

  const latest = useRef(onSelect);
  latest.current = onSelect;
  const select = useCallback((selection: Selection) => {
    setHover(undefined);
    setPlaying(false);
    latest.current(selection);
  }, []);
  const selectWorld = useCallback(
    (index: number) => {
      select(inWorld(tree, selected, index));
      setTab('tree');
    },
    [select, tree, selected],
  );
  const step = (to: number | undefined) => {
    if (to !== undefined && to !== tree.step) onStep(to, selected);
  };

  useKeys((event) => {
    if (help || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || ownsKeys(event)) return;
    const wish = wishOf(tree, selected, { key: event.key, shift: event.shiftKey });
    if (!wish) return;
    if (wish.kind === 'unpin') return setPinned(false); // Esc leaves other things too
    event.preventDefault();
    if (wish.kind === 'select') select(wish.selection);
    else if (wish.kind === 'step') step(steps[steps.indexOf(tree.step) + wish.by]);
    else if (wish.kind === 'pin') togglePin();
    else if (wish.kind === 'play') setPlaying(!playing);
    else setHelp(true);
  });

  const counts = useMemo(() => countsOf(tree), [tree]);
  const drawn = { worldIndex: selected.world, look, fullReward };
  const name = `${problem} ${selected.world + 1}`;
  const words = {
    title: `Tree of ${name}`,
    about: runInWords({ name: runName, config, step: tree.step }),
    fileName: pictureFile(runName, name, `step-${tree.step}`, 'tree'),
  };
  const place = `${tree.step} ${selected.world} ${shown.group} ${shown.branch}`;
  return (
    <div className="rollouts tall">
      <h1 className="visually-hidden">Rollouts</h1>
      <PrintHead {...words} />
      <div className="rollouts-tabs pad-2">
        <SegmentedControl.Root
          size="1"
          value={tab}
          onValueChange={(value) => setTab(value as Tab)}
          aria-label="Part of the screen"
        >
          <SegmentedControl.Item value="rooms">Step {tree.step}</SegmentedControl.Item>
          <SegmentedControl.Item value="tree">Tree</SegmentedControl.Item>
          <SegmentedControl.Item value="answer">Answer</SegmentedControl.Item>
        </SegmentedControl.Root>
      </div>
      <section
        className="rollouts-left stack panel gap-3"
        data-shown={tab === 'rooms' || undefined}
        aria-label="Step and rooms"
      >
        {runPicker}
        <StepPicker steps={steps} step={tree.step} onStep={step} />
        <p className="quiet size-1">
          <b>{counts.solved}</b> of {tree.worlds.length} {problem}s solved · <b>{counts.dropped}</b> of {counts.groups}{' '}
          <Term id="group">groups</Term> train nothing
        </p>
        <WorldList
          tree={tree}
          cardFor={cardFor}
          problem={problem}
          fullReward={fullReward}
          selected={selected.world}
          onSelect={selectWorld}
        />
        {below}
      </section>
      <section className="stack gap-0 slim" data-shown={tab === 'tree' || undefined} aria-label="Tree and boards">
        <div className="rollouts-head row gap-3 between pad-2 pad-x">
          <Legend followed={world?.groups.some(({ branches }) => branches.some((each) => each.followed)) ?? false} />
          <div className="rollouts-acts row gap-3 rigid">
            {copyLink?.(selected)}
            {world && <PictureMenu words={words} draw={() => <TreePicture {...drawn} words={words} world={world} />} />}
            <PresentButton />
            <Act name="Keys" Icon={Keyboard} variant="ghost" className="square" onClick={() => setHelp(true)} />
          </div>
        </div>
        {world && (
          <TreeView {...drawn} world={world} selected={selected} hovered={hover} onHover={setHover} onSelect={select} />
        )}
        <div className="rollouts-below panel pad-3 line-above" ref={stripRef}>
          {world && (
            <BoardStrip
              name={place}
              world={world}
              group={shown.group}
              branch={shown.branch}
              look={look}
              size={strip.width < 480 ? Math.max(90, Math.min(120, (strip.width - 60) / 3)) : 148}
              playing={playing}
              onPlayingChange={setPlaying}
            />
          )}
        </div>
      </section>
      <section
        className="rollouts-answer scroll stack gap-0 panel"
        data-shown={tab === 'answer' || undefined}
        aria-label="Answer"
      >
        <Inspector
          tree={tree}
          {...shown}
          settings={config.settings}
          words={words}
          pinned={pinned}
          onPin={togglePin}
          symbols={config.wording === 'compact' ? look.symbols : undefined}
          whatIf={whatIf}
        />
      </section>
      <KeyHelp open={help} onOpenChange={setHelp} />
    </div>
  );
}

function Legend({ followed }: { readonly followed: boolean }) {
  return (
    <span className="rollouts-scale row quiet wrap size-1 gap-3" aria-hidden>
      <span className="row gap-1">
        worse
        <span className="row gap-0">
          {advantageSteps.map((step) => (
            <i key={step} style={advantageColours(step)} />
          ))}
        </span>
        better than its siblings
      </span>
      <span className="row gap-1">
        <i className="rollouts-dropped" /> trains nothing
      </span>
      <span className="row gap-1">
        <i className="rollouts-trunk" /> trunk
      </span>
      <span
        className="row gap-1"
        title="A bar is as thick as the answer’s reward is high: the thickest earned all there was"
      >
        <span className="stack rollouts-bars">
          <i />
          <i />
        </span>
        thicker: more reward
      </span>
      {followed && (
        <span className="row gap-1" title="Look-ahead: the fuller a dot, the more the team reached in that play">
          <span className="row gap-0">
            <i className="rollouts-play" />
            <i className="rollouts-play" />
          </span>
          plays that followed
        </span>
      )}
    </span>
  );
}

/** Fields, sliders and lists keep their own keys; a button keeps Space and Enter. */
function ownsKeys({ target, key }: KeyboardEvent): boolean {
  if (isWithin(target, `${keepsItsKeys}, [role="radiogroup"]`)) return true;
  if (key === 'ArrowUp' || key === 'ArrowDown') return isWithin(target, '[data-own-keys]');
  return (key === ' ' || key === 'Enter') && isWithin(target, 'button, a, [role="radio"]');
}

function countsOf(tree: StepTree) {
  const groups = tree.worlds.flatMap((world) => world.groups);
  return {
    solved: tree.worlds.filter((world) => world.solved).length,
    groups: groups.length,
    dropped: groups.filter((group) => group.dropped).length,
  };
}
