import type { Mark } from '../../charts/parts/marks.js';
import { seriesTone } from '../../charts/parts/tones.js';
import type { PlotSeries } from '../../charts/plot/plot-data.js';
import type { AlertRuleTest, AlertRuleTestSeries } from '../../gen/api.js';

/** A time in which a rule would have fired. */
export interface Firing {
  readonly series: string;
  readonly startMs: number;
  readonly endMs: number;
  /** It had not ended at the end of the test. */
  readonly isOpen: boolean;
}

/** Series that a chart can show. */
const MAX_SERIES = 8;

/** The labels that distinguish a series. */
export function nameSeries({ labels }: Pick<AlertRuleTestSeries, 'labels'>): string {
  const pairs = Object.entries(labels).filter(([name]) => name !== 'alertname');
  return pairs.length === 0 ? 'all' : pairs.map(([name, value]) => `${name}=${value}`).join(', ');
}

/** The times in which a rule would have fired, the earliest first. */
export function toFirings({ series }: Pick<AlertRuleTest, 'series'>): readonly Firing[] {
  return series.flatMap(toOwnFirings).toSorted((a, b) => a.startMs - b.startMs);
}

function toOwnFirings(series: AlertRuleTestSeries): readonly Firing[] {
  const name = nameSeries(series);
  const firings: Firing[] = [];
  let startMs: number | undefined;
  let lastMs = 0;
  for (const { at = '', phase } of series.windows) {
    lastMs = Date.parse(at);
    if (phase === 'firing') startMs ??= lastMs;
    else if (startMs !== undefined) {
      firings.push({ series: name, startMs, endMs: lastMs, isOpen: false });
      startMs = undefined;
    }
  }
  if (startMs !== undefined) firings.push({ series: name, startMs, endMs: lastMs, isOpen: true });
  return firings;
}

/** The beginnings of these times as marks of a chart. */
export function toMarks(firings: readonly Firing[]): readonly Mark[] {
  return firings.map(({ startMs, series }) => ({ ms: startMs, title: `would have fired (${series})` }));
}

/** The figures of a test as lines, those that would have fired first, with the threshold as another one. */
export function toLines(
  { series }: Pick<AlertRuleTest, 'series'>,
  thresholds: readonly number[],
): { readonly times: readonly number[]; readonly lines: readonly PlotSeries[]; readonly left: number } {
  const isFiring = ({ windows }: AlertRuleTestSeries): boolean => windows.some(({ phase }) => phase === 'firing');
  const shown = [...series.filter(isFiring), ...series.filter((one) => !isFiring(one))].slice(0, MAX_SERIES);
  const times = [...new Set(shown.flatMap(({ windows }) => windows.map(({ at = '' }) => Date.parse(at))))].toSorted(
    (a, b) => a - b,
  );
  const lines = shown.map((one, nth): PlotSeries => {
    const values = new Map(one.windows.map(({ at = '', value }) => [Date.parse(at), value]));
    return { name: nameSeries(one), tone: seriesTone(nth), values: times.map((ms) => values.get(ms)) };
  });
  const limits = thresholds.map((value, nth): PlotSeries => {
    const name = nth === 0 ? 'Threshold' : 'Upper bound';
    return { name, tone: 'danger', values: times.map(() => value) };
  });
  return { times, lines: [...lines, ...limits], left: series.length - shown.length };
}
