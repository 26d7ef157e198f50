// What a world of several players looks like: through whose eyes its boards are shown – one choice for the whole page,
// kept while it is open – and what is said, as bubbles. Of a world with one player nothing of this is shown.
import { SegmentedControl } from '@radix-ui/themes';
import { create, useStore } from 'zustand';
import type { Picture, PlayerCard, PlayerId } from '../../learning/environments/environment';
import type { GroupRecord } from '../../learning/rollouts/transcript';
import type { Look } from './board-pieces';
import { roleVariable } from './roles';
import './players.css';

const everyone = 'everyone';
const seenByStore = create<{ readonly player: PlayerId }>()(() => ({ player: everyone }));

/** The player whose view is chosen; undefined where it is everyone's, or the world has no such player. */
export function useSeenBy({ players = [] }: Look): PlayerCard | undefined {
  const chosen = useStore(seenByStore, ({ player }) => player);
  return players.find(({ id }) => id === chosen);
}

export function showAsSeenBy(player: PlayerId = everyone): void {
  seenByStore.setState({ player });
}

export function SeenBy({ look }: { readonly look: Look }) {
  const chosen = useSeenBy(look)?.id ?? everyone;
  if (!look.players) return null;
  return (
    <div className="row wrap gap-1 size-1">
      <span className="quiet nowrap" aria-hidden>
        Seen by
      </span>
      <SegmentedControl.Root size="1" aria-label="Seen by" value={chosen} onValueChange={showAsSeenBy}>
        {[{ id: everyone, name: everyone }, ...look.players].map(({ id, name }) => (
          <SegmentedControl.Item key={id} value={id}>
            {name}
          </SegmentedControl.Item>
        ))}
      </SegmentedControl.Root>
    </div>
  );
}

export interface View {
  readonly picture: Picture;
  /** Of the answer before which it was seen. */
  readonly turn: number;
}

/** What the player saw when it last answered, up to the group of this index; undefined where it has not yet. */
export function lastSeen(groups: readonly GroupRecord[], index: number, player: PlayerId): View | undefined {
  const group = groups.slice(0, index + 1).findLast((one) => one.player === player);
  return group?.seen && { picture: group.seen, turn: group.turn };
}

export interface Message {
  readonly player: PlayerCard;
  /** Empty where nothing was said that can be read. */
  readonly words: string;
}

/** What one of a group's answers says to the other players; undefined where its player does not speak. */
export function messageOf({ players = [] }: Look, group: GroupRecord, branch = group.trunk): Message | undefined {
  const player = players.find(({ id, speaks }) => speaks && id === group.player);
  return player && { player, words: group.branches[branch]?.moves.trim() ?? '' };
}

/** What was said last in the same turn before the group of this index. */
export function heardBefore(look: Look, groups: readonly GroupRecord[], index: number): Message | undefined {
  const turn = groups[index]?.turn;
  const before = groups.slice(0, index).filter((group) => group.turn === turn);
  return before.flatMap((group) => messageOf(look, group) ?? []).at(-1);
}

/** "Guide: U U R" */
export function Bubble({ player, words }: Message) {
  return (
    <span className="bubble size-1 block break" style={roleVariable(player.id)}>
      <span className="quiet">{player.name}:</span>{' '}
      {words === '' ? <span className="quiet">(nothing)</span> : <b className="mono">{words}</b>}
    </span>
  );
}
