import { plainText } from '../../runtime/values/json.js';
import { levelPaint } from '../layout/colors.js';
import { toMillisecond } from '../layout/units.js';
import type { View } from '../view.js';

/** The entries of a timeline as one table. */
export const TIMELINE: View = {
  kind: 'table',
  rows: 'entries',
  columns: [
    { title: 'TIME', field: 'timestamp', format: toMillisecond, paint: (_, colors) => colors.dim },
    { title: 'KIND', field: 'kind', paint: (_, colors) => colors.cyan },
    {
      title: 'SEVERITY',
      field: 'severity',
      dropOrder: 2,
      paint: (value, colors) => levelPaint(plainText(value), colors),
    },
    { title: 'TITLE', field: 'title', lines: 3, flexible: true },
    { title: 'DISTINCT ID', field: 'distinct_id', dropOrder: 1 },
    { title: 'ABOUT', field: 'ref.id', whole: true, paint: (_, colors) => colors.dim },
  ],
  empty: 'No entries in this window.',
};
