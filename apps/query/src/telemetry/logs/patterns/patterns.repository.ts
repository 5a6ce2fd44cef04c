import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { CountedRecords } from '../log-counts.query.js';
import type { LogSample } from '../log-sample.query.js';
import {
  selectBucketCounts,
  selectBucketStarts,
  selectMessages,
  type Buckets,
  type BucketSample,
  type MessageRow,
} from './patterns.query.js';
import { bucketRange, quotas } from './sampling.js';

export interface SampledMessages {
  /** Number of records by bucket. */
  readonly counts: readonly number[];
  /** Number of those records that were read. */
  readonly scanned: readonly number[];
  readonly messages: readonly MessageRow[];
}

@Injectable()
export class PatternsRepository {
  /** All messages of the window, or the newest of each bucket if there are more than `records.sample`. */
  async read(
    records: LogSample & Pick<CountedRecords, 'isByMinute'>,
    buckets: Buckets,
    reader: ProjectReader,
  ): Promise<SampledMessages> {
    const found = await reader.rows(selectBucketCounts(records, buckets));
    const counts = byBucket(buckets, found);
    const wanted = quotas(counts, records.sample);
    const samples = wanted.flatMap((sample, bucket): BucketSample[] =>
      sample === 0 ? [] : [{ bucket, records: { ...records, range: bucketRange(buckets, bucket), sample } }],
    );
    if (samples.length === 0) return { counts, scanned: counts, messages: [] };
    const isWhole = wanted.every((sample, bucket) => sample === counts[bucket]);
    const narrowed = isWhole ? samples : await this.#narrow(samples, reader);
    const messages = await reader.rows(selectMessages(narrowed));
    return { counts, scanned: byBucket(buckets, messages), messages };
  }

  async #narrow(samples: readonly BucketSample[], reader: ProjectReader): Promise<readonly BucketSample[]> {
    const rows = await reader.rows(selectBucketStarts(samples));
    const starts = new Map(rows.map(({ bucket, start }) => [Number(bucket), BigInt(start)]));
    return samples.map(({ bucket, records }) => {
      const from = starts.get(bucket) ?? records.range.from;
      return { bucket, records: { ...records, range: { from, to: records.range.to } } };
    });
  }
}

function byBucket(
  { count }: Buckets,
  rows: readonly { readonly bucket: string | number; readonly records: string }[],
): readonly number[] {
  const counts = new Array<number>(count).fill(0);
  for (const { bucket, records } of rows) counts[Number(bucket)] = (counts[Number(bucket)] ?? 0) + Number(records);
  return counts;
}
