import { seriesTone } from '../../charts/parts/tones.js';
import type { PlotSeries } from '../../charts/plot/plot-data.js';
import type { LlmSeriesPoint, LlmSeriesResponse } from '../../gen/api.js';
import type { AiState } from '../fields.js';

type Measure = AiState['measure'];

/** Times and lines of calls of models, as a chart draws them. Names differ, because a group may be named like the rest. */
export function toCostLines(
  { series }: Pick<LlmSeriesResponse, 'series'>,
  measure: Measure,
): {
  readonly times: readonly number[];
  readonly lines: readonly PlotSeries[];
  /** The beginning of the interval that is not over yet; undefined if all are. */
  readonly openMs: number | undefined;
} {
  const points = series[0]?.points ?? [];
  const times = points.map(({ timestamp }) => Date.parse(timestamp ?? ''));
  const openMs = times[points.findIndex(({ is_open: isOpen }) => isOpen)];
  const taken = new Set<string>();
  const lines = series.map(({ group, is_rest: isRest, points: each }, nth) => {
    let name = isRest ? 'all others' : group === '' ? 'no name' : group;
    while (taken.has(name)) name += ' ';
    taken.add(name);
    return { name, tone: seriesTone(nth), values: each.map((point) => toValue(point, measure)) };
  });
  return { times, lines, openMs };
}

function toValue(point: LlmSeriesPoint, measure: Measure): number | undefined {
  switch (measure) {
    case 'cost':
      return point.cost === undefined ? undefined : Number(point.cost);
    case 'calls':
      return point.calls;
    case 'errors':
      return point.errors;
    case 'tokens':
      return point.input_tokens + point.output_tokens;
  }
}

const HOUR_MS = 3_600_000;

/** The interval with which a range has between a few and some hundred points. */
export function toInterval(widthMs: number): '1h' | '6h' | '1d' {
  if (widthMs <= 4 * 24 * HOUR_MS) return '1h';
  return widthMs <= 31 * 24 * HOUR_MS ? '6h' : '1d';
}
