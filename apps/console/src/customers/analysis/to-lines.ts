import { seriesTone } from '../../charts/parts/tones.js';
import type { PlotSeries } from '../../charts/plot/plot-data.js';
import type { EventSeries, EventsTrendsResponse } from '../../gen/api.js';

/** Times and lines of trends, as a chart draws them. Names differ, because a value may read like another series. */
export function toLines({ series }: Pick<EventsTrendsResponse, 'series'>): {
  readonly times: readonly number[];
  readonly lines: readonly PlotSeries[];
} {
  const times = (series[0]?.points ?? []).map(({ timestamp }) => Date.parse(timestamp ?? ''));
  const isOneEvent = new Set(series.map(({ event }) => event)).size <= 1;
  const taken = new Set<string>();
  const lines = series.map((each, nth) => {
    let name = toLineName(each, isOneEvent);
    while (taken.has(name)) name += ' ';
    taken.add(name);
    return { name, tone: seriesTone(nth), values: each.points.map(({ value }) => value) };
  });
  return { times, lines };
}

/** The name of a series; events are named only where there are several. */
export function toLineName(
  { event, breakdown_value: value, breakdown_kind: kind }: EventSeries,
  isOneEvent: boolean,
): string {
  if (value === undefined) return event;
  const words = kind === 'other' ? 'all others' : kind === 'none' ? 'no value' : value;
  return isOneEvent ? words : `${event}: ${words}`;
}
