// Plays pictures one after another on one board, with a bar to stop at any of them. Shows what it is given; what the
// moves were is said by the caller. Frame 0 is `start`, frame n the picture after move n. Other frames want another
// `key`.
import { Pause, Play, RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Picture } from '../../learning/environments/environment';
import { Act } from './act';
import { Board } from './board';
import type { Look } from './board-pieces';

interface FramesPlayerProps {
  readonly start: Picture;
  readonly frames: readonly Picture[];
  readonly look: Look;
  readonly size: number;
  readonly label: string;
  readonly solved?: boolean;
  /** Time each move is shown. */
  readonly moveMs?: number;
  /** Held by the caller when a key elsewhere plays too. */
  readonly playing?: boolean;
  readonly onPlayingChange?: (playing: boolean) => void;
  /** Without the bar. */
  readonly bare?: boolean;
  /** Begins again after the last frame; the default of a bare one. */
  readonly loops?: boolean;
  /** The picture shown before anything is played; the end by default. */
  readonly begins?: 'start' | 'end';
  /** Stands beside the board and follows the frame shown. */
  readonly caption?: (frame: number) => ReactNode;
}

/** The frame to show and how to change it: advances every `moveMs` while playing, and stops at the last. */
export function useFrames(options: {
  readonly count: number;
  readonly moveMs: number;
  readonly playing: boolean;
  readonly onEnd: () => void;
  readonly loops: boolean;
  readonly begins: 'start' | 'end';
}) {
  const { count, moveMs, playing, loops } = options;
  const onEnd = useRef(options.onEnd);
  onEnd.current = options.onEnd;
  const [frame, setFrame] = useState(playing || options.begins === 'start' ? 0 : count);
  useEffect(() => {
    if (!playing) return;
    if (count === 0) {
      onEnd.current();
      return;
    }
    const timer = setTimeout(
      () => {
        if (frame < count) setFrame(frame + 1);
        else if (loops) setFrame(0);
        else onEnd.current();
      },
      frame < count ? moveMs : loops ? moveMs * 4 : 0,
    );
    return () => clearTimeout(timer);
  }, [playing, frame, count, moveMs, loops]);
  return [Math.min(frame, count), setFrame] as const;
}

export function FramesPlayer(props: FramesPlayerProps) {
  const { start, frames, look, size, label, solved = false, moveMs = 260, bare = false } = props;
  const [own, setOwn] = useState(false);
  const playing = props.playing ?? own;
  const change = props.onPlayingChange ?? setOwn;
  const [frame, setFrame] = useFrames({
    count: frames.length,
    moveMs,
    playing,
    onEnd: () => change(false),
    loops: props.loops ?? bare,
    begins: props.begins ?? 'end',
  });
  const wasPlaying = usePrevious(playing);
  if (playing && !wasPlaying && frame === frames.length && frames.length > 0) setFrame(0);
  const picture = frame === 0 ? start : (frames[frame - 1] ?? start);
  const last = frame === frames.length;
  const board = (
    <Board
      picture={picture}
      look={look}
      size={size}
      label={label}
      solved={solved && last}
      glideMs={Math.min(180, moveMs * 0.7)}
    />
  );
  if (bare) return board;
  const film =
    look.form === 'text' ? (
      board // nothing moves in a text
    ) : (
      <div className="stack" style={{ width: size }}>
        {board}
        <div className="row size-1 quiet unprinted">
          <Act
            name={playing ? 'Stop' : last ? 'Play the moves' : 'Go on'}
            Icon={playing ? Pause : last ? RotateCcw : Play}
            color="jade"
            disabled={frames.length === 0}
            onClick={() => change(!playing)}
          />
          <input
            className="slider fill"
            type="range"
            min={0}
            max={frames.length}
            value={frame}
            disabled={frames.length === 0}
            aria-label={`${label}: move`}
            aria-valuetext={`move ${frame} of ${frames.length}`}
            onChange={(event) => {
              change(false);
              setFrame(Number(event.target.value));
            }}
          />
          <span>
            {frame}/{frames.length}
          </span>
        </div>
      </div>
    );
  return (
    <>
      {film}
      {props.caption?.(frame)}
    </>
  );
}

function usePrevious(value: boolean): boolean {
  const [previous, setPrevious] = useState(value);
  if (previous !== value) setPrevious(value);
  return previous;
}
