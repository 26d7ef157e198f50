// The worlds of a step as rows: where each began, what its groups earned, how it ended; those in which nothing can be
// compared are folded away. Chooses a world; knows nothing of trees.
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { EnvironmentCard } from '../../../learning/environments/environment';
import type { StepTree, WorldRecord } from '../../../learning/rollouts/transcript';
import { Board } from '../../parts/board';
import type { Look } from '../../parts/board-pieces';
import { Fold } from '../../parts/fold';
import { counted } from '../../parts/format';
import { roleVariable } from '../../parts/roles';

interface WorldListProps {
  readonly tree: StepTree;
  /** Of the world of this id. */
  readonly cardFor: (environment: string) => EnvironmentCard;
  /** Of the run's first world: "room", "map". */
  readonly problem: string;
  readonly fullReward: number;
  readonly selected: number;
  readonly onSelect: (world: number) => void;
}

const endings = { solved: 'solved', lost: 'stuck', 'out-of-turns': 'out of turns' } as const;

export const WorldList = memo(function WorldList({
  tree,
  cardFor,
  problem,
  fullReward,
  selected,
  onSelect,
}: WorldListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [wish, setOpen] = useState(false);
  const { worth, flat, flatGroups } = useMemo(() => foldedWorlds(tree), [tree]);
  const open = wish || flat.includes(selected) || worth.length === 0;
  const order = open ? [...worth, ...flat] : worth;
  useEffect(() => {
    list.current?.querySelector(`[data-world="${selected}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <div className="stack gap-0 fill line-above">
      <div
        className="rollouts-worlds fill scroll"
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-label={`${capital(problem)}s of step ${tree.step}`}
        aria-activedescendant={`world-${selected}`}
        data-own-keys
        onKeyDown={(event) => {
          const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
          const world = order[order.indexOf(selected) + by];
          if (by === 0 || world === undefined) return;
          event.preventDefault();
          onSelect(world);
        }}
      >
        {order.map((index) => {
          const world = tree.worlds[index];
          return (
            world && (
              <WorldRow
                key={index}
                world={world}
                index={index}
                name={`${capital(cardFor(world.environment).problem)} ${index + 1}`}
                look={cardFor(world.environment)}
                fullReward={fullReward}
                selected={index === selected}
                onSelect={onSelect}
              />
            )
          );
        })}
      </div>
      {flat.length > 0 && worth.length > 0 && (
        <Fold open={open} onOpen={setOpen} className="quiet size-1">
          <span>{flatInWords(flatGroups, flat.length, problem)}</span>
        </Fold>
      )}
    </div>
  );
});

/** Worlds of a step in which there is something to compare, and those whose groups are all flat. */
export function foldedWorlds({ worlds }: StepTree): {
  readonly worth: readonly number[];
  readonly flat: readonly number[];
  readonly flatGroups: number;
} {
  const indices = worlds.map((_, index) => index);
  const isFlat = (index: number) => worlds[index]?.groups.every(({ dropped }) => dropped === 'flat') ?? false;
  const flat = indices.filter(isFlat);
  return {
    worth: indices.filter((index) => !isFlat(index)),
    flat,
    flatGroups: flat.reduce((sum, index) => sum + (worlds[index]?.groups.length ?? 0), 0),
  };
}

/** "9 groups in which all answers earned the same, in 4 rooms" */
export function flatInWords(groups: number, worlds: number, problem: string): string {
  return `${counted(groups, 'groups')} in which all answers earned the same, in ${counted(worlds, `${problem}s`)}`;
}

interface WorldRowProps {
  readonly world: WorldRecord;
  readonly index: number;
  readonly name: string;
  readonly look: Look;
  readonly fullReward: number;
  readonly selected: boolean;
  readonly onSelect: (world: number) => void;
}

const WorldRow = memo(function WorldRow({ world, index, name, look, fullReward, selected, onSelect }: WorldRowProps) {
  const flat = world.groups.filter((group) => group.dropped).length;
  const words = `${name}, ${endings[world.end]} after ${world.turns} turns, ${world.groups.length} groups, ${flat} of them train nothing`;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox holds the focus and names its active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are read by the listbox
    <div
      id={`world-${index}`}
      data-world={index}
      role="option"
      aria-selected={selected}
      aria-label={words}
      className="rollouts-world row gap-3"
      onClick={() => onSelect(index)}
    >
      <Board picture={world.start} look={look} size={40} solved={world.solved} />
      <div className="stack gap-1 fill">
        <span className="between flex">
          <span className="nowrap">{name}</span> <span className="note">{endings[world.end]}</span>
        </span>
        {look.form === 'text' && <span className="quiet cut size-1">{world.start[0]}</span>}
        <span className="rollouts-dots flex" aria-hidden>
          {world.groups.map((group, place) => {
            const share = Math.min(1, (group.branches[group.trunk]?.reward ?? 0) / fullReward);
            const what = `turn ${group.turn}, ${group.role} role: ${group.dropped ? `${group.dropped}, ` : ''}trunk reward ${(share * fullReward).toFixed(2)}`;
            return (
              <i
                // biome-ignore lint/suspicious/noArrayIndexKey: groups are named by their place
                key={place}
                title={what}
                data-dropped={group.dropped}
                style={{ ...roleVariable(group.role), height: `${4 + share * 12}px` }}
              />
            );
          })}
        </span>
      </div>
    </div>
  );
});

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
