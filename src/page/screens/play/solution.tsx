// The solver's answer to a room: its moves on the board, or the program it would hand in.
import type { ComponentProps } from 'react';
import { FramesPlayer } from '../../parts/board-frames';
import { TextSheet } from '../../parts/text-sheet';
import type { Room } from './rooms';

interface SolutionProps
  extends Pick<ComponentProps<typeof FramesPlayer>, 'size' | 'bare' | 'playing' | 'loops' | 'begins'> {
  readonly room: Room;
  /** In words; the room's. */
  readonly solution: string;
}

export function Solution({ room: { environment, start, solutionFrames }, solution, size, ...how }: SolutionProps) {
  if (environment.programs) return <TextSheet picture={solution.split('\n')} size={size} label="a solution" solved />;
  return (
    <FramesPlayer
      start={environment.picture(start)}
      frames={solutionFrames}
      look={environment.card}
      size={size}
      label={`the solver's way through the ${environment.card.problem}`}
      solved
      {...how}
    />
  );
}
