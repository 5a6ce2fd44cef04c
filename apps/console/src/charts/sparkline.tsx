import { toPlainText } from '../text/segments.js';
import { formatCount } from '../time/amounts.js';
import type { Tone } from './parts/tones.js';
import tones from './parts/tones.module.css';
import { describeValues, SPARK_WIDTH, sparkPath, type SparkValue } from './sparkline-path.js';
import classes from './sparkline.module.css';

/** A small line of values at equal distances, such as the last hour of a service. Its title says the values that matter. */
export function Sparkline({
  label,
  values,
  tone = 'accent',
  height = 20,
  format = formatCount,
}: {
  /** Name of the values, such as `Errors`. */
  readonly label: string;
  /** Undefined where nothing is known. */
  readonly values: readonly SparkValue[];
  readonly tone?: Tone;
  /** Height in pixels; the width is that of the container. */
  readonly height?: number;
  readonly format?: (value: number) => string;
}) {
  const title = `${label}: ${describeValues(values, format)}`;
  return (
    <svg
      className={`${classes['line'] ?? ''} ${tones[tone] ?? ''}`}
      viewBox={`0 0 ${SPARK_WIDTH} ${height}`}
      height={height}
      preserveAspectRatio="none"
      role="img"
      aria-label={title}
      focusable="false"
    >
      <title>{toPlainText(title)}</title>
      <path d={sparkPath(values, height)} />
    </svg>
  );
}
