import { toPlainText } from '../../text/segments.js';
import { formatDateTime } from '../../time/format.js';
import { partOf } from '../scale.js';
import classes from './chart.module.css';

/** Something that happened at a time, such as a deployment or the change of a flag. */
export interface Mark {
  readonly ms: number;
  readonly title: string;
}

/** The marks of a chart, as triangles at its bottom. */
export function Marks({
  marks,
  startMs,
  endMs,
  zone,
}: {
  readonly marks: readonly Mark[];
  readonly startMs: number;
  readonly endMs: number;
  readonly zone: string;
}) {
  const shown = marks.filter(({ ms }) => ms >= startMs && ms <= endMs);
  if (shown.length === 0) return null;
  return (
    <ul className={classes['marks']} aria-label="Changes">
      {shown.map(({ ms, title }, nth) => {
        const text = `${formatDateTime(ms, zone)}: ${title}`;
        return (
          <li
            key={nth}
            className={classes['mark']}
            title={toPlainText(text)}
            style={{ left: `${partOf(ms, startMs, endMs) * 100}%` }}
          >
            <svg viewBox="0 0 10 8" width="10" height="8" fill="currentColor" role="img" aria-label={text}>
              <path d="M5 0 10 8H0z" />
            </svg>
          </li>
        );
      })}
    </ul>
  );
}
