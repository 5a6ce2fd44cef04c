import { endsWithAscii } from '../request/bytes.js';
import { METADATA_TYPE } from '../request/metadata.js';
import type { Series } from '../request/series.js';

/** The kinds of metrics that are written, with the field numbers of their data in a `Metric`. */
export const KIND = { gauge: 5, sum: 7, histogram: 9, exponentialHistogram: 10 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

/** The endings of counters by Prometheus' conventions on names. */
const PARTS = ['_bucket', '_sum', '_count'] as const;

/**
 * The kind of a series of samples: by the metadata of the request, or else by the conventions on names. The buckets, sum and count of a
 * classic histogram or summary are counters of their own, because a sender may spread them over several requests.
 */
export function sampleKind(bytes: Buffer, series: Series): Kind {
  const { labels, metadata } = series;
  const start = labels.values.start(labels.name);
  const end = labels.values.end(labels.name);
  const ends = (suffix: string): boolean => endsWithAscii(bytes, start, end, suffix);
  switch (metadata.type) {
    case METADATA_TYPE.counter:
      return ends('_created') ? KIND.gauge : KIND.sum;
    case METADATA_TYPE.histogram:
    case METADATA_TYPE.summary:
      return isPart(ends, series) ? KIND.sum : KIND.gauge;
    case METADATA_TYPE.gauge:
    case METADATA_TYPE.gaugeHistogram:
    case METADATA_TYPE.info:
    case METADATA_TYPE.stateSet:
      return KIND.gauge;
    default:
      return ends('_total') || isPart(ends, series) ? KIND.sum : KIND.gauge;
  }
}

/** Whether the series is a part of a classic histogram or summary that only grows. */
function isPart(ends: (suffix: string) => boolean, { labels }: Series): boolean {
  if (labels.hasQuantile) return false;
  return PARTS.some((part) => ends(part) && (part !== '_bucket' || labels.hasBound));
}
