// The worlds of a step as rows: where each began, what its groups earned, how it ended. Chooses a world; knows nothing
// of trees.
import { memo, useEffect, useRef } from 'react';
import type { EnvironmentCard } from '../../../learning/environments/environment';
import type { StepTree, WorldRecord } from '../../../learning/rollouts/transcript';
import { Board } from '../../parts/board';
import type { Look } from '../../parts/board-pieces';
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
  useEffect(() => {
    list.current?.querySelector(`[data-world="${selected}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <div
      className="rollouts-worlds fill scroll line-above"
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label={`${capital(problem)}s of step ${tree.step}`}
      aria-activedescendant={`world-${selected}`}
      data-own-keys
      onKeyDown={(event) => {
        const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
        const world = selected + by;
        if (by === 0 || world < 0 || world >= tree.worlds.length) return;
        event.preventDefault();
        onSelect(world);
      }}
    >
      {tree.worlds.map((world, index) => (
        <WorldRow
          // biome-ignore lint/suspicious/noArrayIndexKey: worlds of a step are named by their place
          key={index}
          world={world}
          index={index}
          name={`${capital(cardFor(world.environment).problem)} ${index + 1}`}
          look={cardFor(world.environment)}
          fullReward={fullReward}
          selected={index === selected}
          onSelect={onSelect}
        />
      ))}
    </div>
  );
});

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
          {name} <span className="note">{endings[world.end]}</span>
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
