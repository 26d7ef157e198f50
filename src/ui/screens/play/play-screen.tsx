// Play: a room by hand, and beside it the same room by the untrained and by the trained team. Rooms are those of the test split: no
// training sees them. The room is in the address.
import { Button, IconButton, Select, TextField } from '@radix-ui/themes';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSize } from '../../parts/board-size';
import { navigate, useRoute } from '../../stores/route';
import { afterWish, type HandWish, handWishOf, newGame } from './hand-play';
import { HandRoom } from './hand-room';
import { roomOf, worldChoice, worldChoices } from './rooms';
import { Teams } from './teams';
import './play.css';

const lastRoom = 1_000_000;

export function PlayScreen() {
  const route = useRoute();
  const asked = route.screen === 'play' ? route : undefined;
  const preset = worldChoice(asked?.preset);
  const number = Math.min(lastRoom, Math.max(1, asked?.seed ?? 1));
  const room = useMemo(() => roomOf(preset.config, number), [preset, number]);
  const [game, setGame] = useState(() => newGame(room.environment, room.start));
  const [solving, setSolving] = useState(false);
  const [shownRoom, setShownRoom] = useState(room);
  if (shownRoom !== room) {
    setShownRoom(room);
    setGame(newGame(room.environment, room.start));
    setSolving(false);
  }
  const goTo = (to: number) =>
    navigate(
      { screen: 'play', preset: preset.id, seed: Math.min(lastRoom, Math.max(1, to)), team: asked?.team },
      { replace: true },
    );
  const wish = (wanted: HandWish) => {
    if (wanted.kind === 'next') goTo(number + 1);
    else {
      setSolving(false);
      setGame((old) => afterWish(old, wanted));
    }
  };

  const onKey = useRef<(event: KeyboardEvent) => void>(undefined);
  onKey.current = (event) => {
    if (event.defaultPrevented || event.altKey || ownsKeys(event.target)) return;
    const wanted = handWishOf({ key: event.key, control: event.ctrlKey || event.metaKey });
    if (!wanted) return;
    event.preventDefault();
    wish(wanted);
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey.current?.(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  const [ref, area] = useSize<HTMLDivElement>();
  const { problem } = room.environment.card;
  const size = area.width > 0 && area.width < 760 ? Math.min(300, area.width - 32) : 280;
  return (
    <div className="play" ref={ref}>
      <h1 className="visually-hidden">Play</h1>
      <div className="play-bar">
        <Select.Root
          value={preset.id}
          onValueChange={(id) => navigate({ screen: 'play', preset: id, seed: number, team: asked?.team })}
        >
          <Select.Trigger aria-label="World" variant="surface" />
          <Select.Content position="popper">
            {worldChoices.map((choice) => (
              <Select.Item key={choice.id} value={choice.id}>
                {choice.name} {String(choice.config.environmentSettings.size)}×{String(choice.config.environmentSettings.size)}
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Root>
        <RoomNumber key={number} problem={problem} number={number} onNumber={goTo} />
        <span className="quiet play-note">
          A test {problem}: no training ever sees it. Move with the arrow keys, WASD or a swipe.
        </span>
      </div>
      <div className="play-room">
        <HandRoom room={room} game={game} size={size} onWish={wish} solving={solving} onSolving={setSolving} />
        <Teams preset={preset} room={room} narrow={area.width < 760} address={asked?.team} onRoom={goTo} />
      </div>
    </div>
  );
}

interface RoomNumberProps {
  readonly problem: string;
  readonly number: number;
  readonly onNumber: (number: number) => void;
}

function RoomNumber({ problem, number, onNumber }: RoomNumberProps) {
  const [text, setText] = useState(String(number));
  const choose = () => {
    const wanted = Number(text);
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= lastRoom) onNumber(wanted);
    else setText(String(number));
  };
  return (
    <form
      className="play-number"
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
    >
      <IconButton
        type="button"
        variant="soft"
        color="gray"
        aria-label={`The ${problem} before`}
        disabled={number === 1}
        onClick={() => onNumber(number - 1)}
      >
        <ChevronLeft size={16} />
      </IconButton>
      <TextField.Root
        aria-label={`Number of the ${problem}`}
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={choose}
      >
        <TextField.Slot>{problem}</TextField.Slot>
      </TextField.Root>
      <IconButton
        type="button"
        variant="soft"
        color="gray"
        aria-label={`The next ${problem}`}
        onClick={() => onNumber(number + 1)}
      >
        <ChevronRight size={16} />
      </IconButton>
      <Button type="submit" className="visually-hidden" tabIndex={-1}>
        Go
      </Button>
    </form>
  );
}

/** Fields and lists keep their keys. */
function ownsKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [role="combobox"], [role="listbox"], [role="dialog"], [role="menu"]') !== null
  );
}
