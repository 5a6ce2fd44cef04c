import { restCommand } from '../../command/command.js';
import { SERVICE, windowFlags } from '../../command/common-flags.js';
import { levelPaint } from '../../print/layout/colors.js';
import { percentage, wholeNumber } from '../../print/layout/units.js';
import { objectsAt, plainText, type Json, type JsonObject } from '../../runtime/values/json.js';

export const patterns = restCommand({
  words: ['logs', 'patterns'],
  summary: 'Group similar log records into patterns',
  description:
    'Numbers, IDs, addresses, dates and quoted values become placeholders. Counts of very large windows are estimates; ' +
    '`sampled` in the JSON marks them.',
  examples: ['svc logs patterns --level error', 'svc logs patterns --service checkout --since 7d --min-count 10'],
  operation: 'logs.patterns',
  flags: [
    { name: 'level', kind: 'string', sends: 'level', description: 'trace, debug, info, warn, error or fatal' },
    {
      name: 'limit',
      kind: 'int',
      default: 0,
      min: 1,
      sends: 'limit',
      description: 'number of patterns, default 50',
    },
    {
      name: 'min-count',
      kind: 'int',
      default: 0,
      min: 1,
      sends: 'min_count',
      description: 'minimum number of records',
    },
    SERVICE,
    ...windowFlags('24h'),
  ],
  view: {
    kind: 'table',
    rows: patternRows,
    columns: [
      { title: 'RECORDS', field: 'count', format: wholeNumber, align: 'right' },
      { title: 'SHARE', field: 'share', format: percentage, align: 'right' },
      { title: 'LEVEL', field: 'level', paint: (level, colors) => levelPaint(plainText(level), colors) },
      { title: 'TREND', field: 'bars', whole: true, paint: (_, colors) => colors.dim },
      { title: 'PATTERN', field: 'template', flexible: true },
    ],
    empty: 'No log records in this window.',
  },
});

const BARS = [...' ▁▂▃▄▅▆▇█'];

function patternRows(answer: Json): readonly JsonObject[] {
  return objectsAt(answer, 'patterns').map((pattern) => {
    const counts = objectsAt(pattern, 'trend').map(({ count }) => Number(count ?? 0));
    return { ...pattern, bars: bars(counts) };
  });
}

/** Draws one character for each count; only zero is blank. */
function bars(counts: readonly number[]): string {
  const most = Math.max(1, ...counts);
  return counts.map((count) => BARS[Math.ceil((count / most) * (BARS.length - 1))]).join('');
}
