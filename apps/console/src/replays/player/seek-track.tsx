import { memo, type ReactNode } from 'react';
import type { ReplayDetails, ReplayWindow } from '../../gen/api.js';
import type { Item } from '../signals/items.js';
import classes from './seek-bar.module.css';

const WIDTH = 1000;
const HEIGHT = 28;
/** Narrower parts could not be seen. */
const MIN_WIDTH = 1.5;

export interface SeekTrackProps {
  readonly details: ReplayDetails;
  readonly window: ReplayWindow;
  /** The end of what was read. */
  readonly readMs: number;
  readonly marks: readonly Item[];
}

/** The picture of the line: what the window covers, when the person was active, what is missing, and marks of what went wrong. */
export const SeekTrack = memo(function SeekTrack({ details, window, readMs, marks }: SeekTrackProps): ReactNode {
  const durationMs = Math.max(1, details.recording?.duration_ms ?? 1);
  const x = (offsetMs: number): number => Math.max(0, Math.min(WIDTH, (offsetMs / durationMs) * WIDTH));
  const span = (from: number, to: number): { readonly x: number; readonly width: number } => ({
    x: Math.min(x(from), WIDTH - MIN_WIDTH),
    width: Math.max(MIN_WIDTH, x(to) - x(from)),
  });
  const { from_offset_ms: from, to_offset_ms: to } = window;
  return (
    <svg
      className={classes.track}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect className={classes.outside} x={0} y={12} width={WIDTH} height={8} />
      <rect className={classes.window} {...span(from, to)} y={12} height={8} />
      <rect className={classes.read} {...span(from, Math.min(readMs, to))} y={18} height={2} />
      {details.activity.map((period) => (
        <rect
          key={period.from_offset_ms}
          className={classes.active}
          {...span(period.from_offset_ms, period.to_offset_ms)}
          y={12}
          height={6}
        />
      ))}
      {toMissing(window).map(([start, end]) => (
        <rect key={start} className={classes.gap} {...span(start, end)} y={10} height={12} />
      ))}
      {marks.map(({ id, offsetMs, tone }) => (
        <rect key={id} className={classes.mark} data-tone={tone} {...span(offsetMs, offsetMs)} y={1} height={8} />
      ))}
    </svg>
  );
});

/** The parts after missing chunks, up to the next full snapshot. */
function toMissing({
  gaps,
  snapshot_offsets_ms: snapshots,
  to_offset_ms: to,
}: SeekTrackProps['window']): readonly (readonly [number, number])[] {
  return gaps.map(({ until_offset_ms: from }) => [from, snapshots.find((offset) => offset >= from) ?? to]);
}
