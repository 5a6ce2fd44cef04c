import { collapseRuns } from '../../../runtime/values/collapse-runs.js';
import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import { dollars } from '../../layout/dollars.js';
import { fit } from '../../layout/layout.js';
import { cutLine, wrapLine } from '../../layout/lines.js';
import { oneLine } from '../../layout/sanitize.js';
import type { Page } from '../../layout/table.js';
import { toSecond, wholeNumber } from '../../layout/units.js';

/** Characters of the longest bar. */
const LONGEST = 40;
const MAX_CELL = 14;
const TIME = '2026-01-31T09:00:00Z'.length;

/** Prints calls and cost of each bucket with a bar as long as its share of the largest cost, and one line for a run of empty buckets. */
export function printLlmSeries(answer: Json, page: Page): string {
  const interval = oneLine(plainText(isObject(answer) ? (answer['interval'] ?? '') : ''));
  const series = objectsAt(answer, 'series').filter((one) => objectsAt(one, 'points').length > 0);
  if (series.length === 0) return 'No calls of models in this window.\n';
  return series.map((one) => printOne(one, interval, page)).join('\n');
}

function printOne(series: JsonObject, interval: string, page: Page): string {
  const { colors } = page;
  const points = objectsAt(series, 'points').map((point) => ({
    time: fit(toSecond(point['timestamp'] ?? ''), TIME),
    isEmpty: plainText(point['calls'] ?? '0') === '0' && point['is_open'] !== true,
    calls: fit(wholeNumber(point['calls'] ?? 0), MAX_CELL),
    cost: fit(dollars(point['cost']), MAX_CELL),
    amount: Number(point['cost'] ?? 0),
    isOpen: point['is_open'] === true,
  }));
  const most = Math.max(...points.map(({ amount }) => amount), 0) || 1;
  const [callsWidth, costWidth] = [
    Math.max(...points.map(({ calls }) => calls.length)),
    Math.max(...points.map(({ cost }) => cost.length)),
  ];
  const longest = Math.min(LONGEST, Math.max(1, (page.width ?? Infinity) - TIME - callsWidth - costWidth - 13));
  const lines = collapseRuns(points, ({ isEmpty }) => isEmpty).map(({ item: point, more }) => {
    const begin = `${colors.dim(point.time)}  ${point.calls.padStart(callsWidth)}`;
    if (more > 0)
      return cutLine(colors.dim(`${point.time}  ${point.calls.padStart(callsWidth)}  and ${more} more`), page);
    const bar = point.amount > 0 ? '█'.repeat(Math.max(1, Math.round((point.amount / most) * longest))) : '';
    const open = point.isOpen ? colors.dim('  so far') : '';
    return `${begin}  ${point.cost.padStart(costWidth)}  ${colors.green(bar)}`.trimEnd() + open;
  });
  const name = series['is_rest'] === true ? 'all others' : oneLine(plainText(series['group'] ?? ''));
  const heading = [name, `calls and cost every ${interval}`].filter((part) => part !== '').join('  ');
  return [colors.bold(wrapLine(heading, page)), ...lines].map((line) => `${line}\n`).join('');
}
