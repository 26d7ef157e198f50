// Which of a world's problems is played: one back, one on, or its number.
import { Button, TextField } from '@radix-ui/themes';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Act } from '../../parts/act';
import { NumberField } from '../../parts/number-field';
import './play.css';

export const lastRoom = 1_000_000;

interface RoomNumberProps {
  readonly problem: string;
  readonly number: number;
  readonly onNumber: (number: number) => void;
}

export function RoomNumber({ problem, number, onNumber }: RoomNumberProps) {
  const [wanted, setWanted] = useState(number);
  const choose = () => {
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= lastRoom) onNumber(wanted);
    else setWanted(number);
  };
  return (
    <form
      className="play-number flex"
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
    >
      <Act
        size="2"
        name={`The ${problem} before`}
        Icon={ChevronLeft}
        disabled={number === 1}
        onClick={() => onNumber(number - 1)}
      />
      <NumberField aria-label={`Number of the ${problem}`} value={wanted} onChange={setWanted} onLeave={choose}>
        <TextField.Slot>{problem}</TextField.Slot>
      </NumberField>
      <Act size="2" name={`The next ${problem}`} Icon={ChevronRight} onClick={() => onNumber(number + 1)} />
      <Button type="submit" className="visually-hidden" tabIndex={-1}>
        Go
      </Button>
    </form>
  );
}
