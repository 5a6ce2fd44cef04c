import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { clockText } from '../parts/clock-text.js';
import { toKeyOffset } from './key-offset.js';
import classes from './seek-bar.module.css';
import { SeekTrack, type SeekTrackProps } from './seek-track.js';

interface SeekBarProps extends SeekTrackProps {
  readonly offsetMs: number;
  readonly onSeek: (offsetMs: number) => void;
}

/** The whole recording as a line, with activity, missing parts and what went wrong; it moves what is shown. */
export function SeekBar(props: SeekBarProps): ReactNode {
  const { details, offsetMs, onSeek } = props;
  const element = useRef<HTMLDivElement>(null);
  const durationMs = details.recording?.duration_ms ?? 0;
  // Only the end of a drag is sought, because each moment may have to be read.
  const [dragMs, setDragMs] = useState<number>();
  const drag = ({ clientX }: PointerEvent): void => {
    const box = element.current?.getBoundingClientRect();
    if (box && box.width > 0) setDragMs(Math.max(0, Math.min(1, (clientX - box.left) / box.width)) * durationMs);
  };
  const shownMs = dragMs ?? offsetMs;
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = toKeyOffset(event, offsetMs, durationMs);
    if (target === undefined) return;
    event.preventDefault();
    onSeek(target);
  };
  return (
    <div
      ref={element}
      role="slider"
      tabIndex={0}
      aria-label="Moment"
      aria-valuemin={0}
      aria-valuemax={durationMs}
      aria-valuenow={Math.round(shownMs)}
      aria-valuetext={`${clockText(shownMs)} of ${clockText(durationMs)}`}
      className={classes.bar}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(event);
      }}
      onPointerUp={() => {
        if (dragMs !== undefined) onSeek(dragMs);
        setDragMs(undefined);
      }}
      onPointerCancel={() => setDragMs(undefined)}
    >
      <SeekTrack {...props} />
      <span className={classes.head} style={{ left: `${toPercent(shownMs, durationMs)}%` }} />
    </div>
  );
}

function toPercent(offsetMs: number, durationMs: number): number {
  return durationMs === 0 ? 0 : Math.max(0, Math.min(100, (offsetMs / durationMs) * 100));
}
