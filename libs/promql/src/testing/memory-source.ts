import { ReadableStream } from 'node:stream/web';
import { compareLabels, type Labels } from '../labels/labels.js';
import type { RawSeries, Selection, SeriesSource } from '../source/source.js';
import type { Load } from './script.js';
import type { Point } from './series.js';

interface Sample {
  readonly time: number;
  readonly point: Exclude<Point, undefined>;
  readonly start: number;
}

/** Series in memory, in the order of their labels. */
export class MemorySource implements SeriesSource {
  readonly #series = new Map<string, { readonly labels: Labels; readonly samples: Map<number, Sample> }>();

  load({ step, series, withHistograms }: Load): void {
    // The last line of a series counts.
    const last = new Map(series.map((one) => [one.labels.key, one]));
    for (const { labels, points, starts } of last.values()) {
      points.forEach((point, index) => {
        if (point === undefined) return;
        const time = index * step;
        const start = starts?.[index];
        this.#add(labels, { time, point, start: typeof start === 'number' ? time + start : 0 });
        if (withHistograms) this.#addHistogram(labels, time);
      });
    }
  }

  select({ matchers, after, until }: Selection): AsyncIterable<readonly RawSeries[]> {
    const found: RawSeries[] = [];
    for (const { labels, samples } of this.#series.values()) {
      if (!matchers.every((matcher) => matcher.matches(labels.get(matcher.name)))) continue;
      const inRange = [...samples.values()].filter(({ time }) => time > after && time <= until);
      const wanted = inRange.sort((left, right) => left.time - right.time);
      if (wanted.length > 0) found.push(toRaw(labels, wanted));
    }
    return ReadableStream.from([found.sort((left, right) => compareLabels(left.labels, right.labels))]);
  }

  #add(labels: Labels, sample: Sample): void {
    const series = this.#series.get(labels.key) ?? { labels, samples: new Map<number, Sample>() };
    this.#series.set(labels.key, series);
    if (!series.samples.has(sample.time)) series.samples.set(sample.time, sample);
  }

  /** Marks the native histogram that Prometheus makes of the buckets of a classic one. */
  #addHistogram(labels: Labels, time: number): void {
    const [, base] = /^(.+)_(?:bucket|count|sum)$/.exec(labels.name) ?? [];
    if (base === undefined) return;
    this.#add(labels.with('__name__', base).with('le', ''), { time, point: 'histogram', start: 0 });
  }
}

function toRaw(labels: Labels, samples: readonly Sample[]): RawSeries {
  return {
    labels,
    times: Float64Array.from(samples, ({ time }) => time),
    values: Float64Array.from(samples, ({ point }) => (typeof point === 'number' ? point : NaN)),
    stale: Uint8Array.from(samples, ({ point }) => Number(point === 'stale')),
    starts: Float64Array.from(samples, ({ start }) => start),
    hasHistograms: samples.some(({ point }) => point === 'histogram'),
  };
}
