// All settings but the main ones, in groups that fold: a search, or a changed setting, opens its group.
import { type ReactNode, useState } from 'react';
import { knobGroups, trainingKnobs } from '../../../learning/config/knobs';
import { Fold } from '../../parts/fold';
import { type KnobName, useSetup } from '../../stores/setup-store';

interface KnobGroupsProps {
  readonly fits: (name: KnobName) => boolean;
  /** Somebody searches: what fits is shown unfolded. */
  readonly searching: boolean;
  readonly knob: (name: KnobName) => ReactNode;
}

export function KnobGroups({ fits, searching, knob }: KnobGroupsProps) {
  return knobGroups.map(({ name, meaning, knobs }) => {
    const shown = knobs.filter(fits);
    return (
      shown.length > 0 && (
        <KnobGroup key={name} name={name} meaning={meaning} knobs={shown} searching={searching}>
          {shown.map(knob)}
        </KnobGroup>
      )
    );
  });
}

interface KnobGroupProps {
  readonly name: string;
  readonly meaning: string;
  readonly knobs: readonly KnobName[];
  readonly searching: boolean;
  readonly children: ReactNode;
}

function KnobGroup({ name, meaning, knobs, searching, children }: KnobGroupProps) {
  const changed = useSetup((state) => knobs.filter((knob) => knob in state.changes).length);
  const title = `${meaning} ${knobs.map((knob) => trainingKnobs[knob].name).join(', ')}`;
  return (
    <FoldedKnobs name={name} title={title} changed={changed} searching={searching}>
      {children}
    </FoldedKnobs>
  );
}

interface FoldedKnobsProps {
  readonly name: string;
  readonly title: string;
  /** How many of them are; with one it opens by itself. */
  readonly changed: number;
  readonly searching: boolean;
  readonly children: ReactNode;
}

/** Settings below a heading that folds. */
export function FoldedKnobs({ name, title, changed, searching, children }: FoldedKnobsProps) {
  const [folded, setFolded] = useState<boolean>();
  const open = searching || !(folded ?? changed === 0);
  return (
    <div className="grid gap-1">
      <Fold open={open} onOpen={() => setFolded(open)} title={title}>
        {name}
        {changed > 0 && <span className="size-1 end accent">{changed} changed</span>}
      </Fold>
      {open && children}
    </div>
  );
}
