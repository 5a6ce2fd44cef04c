import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LogsAggregateResponseSchema } from '@svc/contract';
import { toTimestamp } from '@svc/reading/time';
import type { LogSeriesRow } from './aggregate.query.js';
import type { CountedLogs } from './aggregate.service.js';

export function toLogGroups({
  names,
  range,
  groups,
  series,
}: CountedLogs): MessageInitShape<typeof LogsAggregateResponseSchema> {
  const [any] = groups;
  const total = BigInt(any?.record_total ?? 0);
  const shown = groups.reduce((sum, { records }) => sum + BigInt(records), 0n);
  return {
    groups: groups.map((group, index) => ({
      values: Object.fromEntries(names.flatMap((name, key) => toEntries(name, group.names[key]))),
      count: BigInt(group.records),
      series: toPoints(series, index + 1),
    })),
    rest: {
      groupCount: BigInt(any?.group_total ?? 0) - BigInt(groups.length),
      count: total - shown,
      series: toPoints(series, 0),
    },
    total,
    groupBy: [...names],
    startTime: toTimestamp(range.from),
    endTime: toTimestamp(range.to),
  };
}

const toEntries = (name: string, value = ''): [string, string][] => (value === '' ? [] : [[name, value]]);

function toPoints(series: readonly LogSeriesRow[], position: number) {
  return series
    .filter((row) => Number(row.position) === position)
    .map(({ bucket, records }) => ({ timestamp: toTimestamp(BigInt(bucket)), count: BigInt(records) }));
}
