import { memo, useMemo } from 'react';
import { formatCount } from '../../time/amounts.js';
import tones from '../parts/tones.module.css';
import { partOf } from '../scale.js';
import classes from './histogram.module.css';
import { layOut, WIDTH, type Bucket } from './layout.js';
import type { HistogramSeries } from './tooltip.js';

interface PictureProps {
  readonly series: readonly HistogramSeries[];
  readonly buckets: readonly Bucket[];
  readonly startMs: number;
  readonly endMs: number;
  /** Height in pixels. */
  readonly height: number;
  /** Buckets that the keyboard has selected. */
  readonly selected: readonly Bucket[];
}

/** The bars and lines of a histogram. It is stretched to the width of its container, so it does not have to know that. */
export const HistogramPicture = memo(function HistogramPicture(props: PictureProps) {
  const { series, buckets, startMs, endMs, height, selected } = props;
  const layout = useMemo(
    () => layOut(buckets, series.length, { startMs, endMs, height }),
    [buckets, series.length, startMs, endMs, height],
  );
  const [first, last] = [selected[0], selected.at(-1)];
  const left = partOf(first?.startMs ?? 0, startMs, endMs) * 100;
  return (
    <>
      <svg
        className={classes['picture']}
        viewBox={`0 0 ${WIDTH} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {layout.gaps.map(({ x, width }) => (
          <rect key={x} className={classes['gap']} x={x} y="0" width={width} height={height} />
        ))}
        {layout.lines.map(({ count, y }) => (
          <line key={count} className={classes['grid']} x1="0" x2={WIDTH} y1={y + 0.5} y2={y + 0.5} />
        ))}
        {series.map(({ name, tone }, nth) => (
          <path key={name} className={`${classes['bars'] ?? ''} ${tones[tone] ?? ''}`} d={layout.paths[nth] ?? ''} />
        ))}
      </svg>
      {layout.lines.map(({ count, y }) => (
        <span key={count} className={classes['count']} style={{ top: y }} aria-hidden="true">
          {formatCount(count, 'short')}
        </span>
      ))}
      {first && last && (
        <div
          className={classes['cursor']}
          style={{ left: `${left}%`, width: `${partOf(last.endMs, startMs, endMs) * 100 - left}%` }}
        />
      )}
    </>
  );
});
