import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { ServicesRedResponse } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { formatCount, formatDuration, formatPercent } from '../../time/format.js';
import { Cards } from '../../ui/layout/card.js';
import { Stat } from '../../ui/layout/stat.js';
import { formatRate, toRate, toTone } from '../figures.js';
import { sumRed } from './to-red.js';

/** Requests, failures and durations of a service in the whole range. */
export function RedFigures({ data }: { readonly data: ServicesRedResponse | undefined }): ReactNode {
  const { query, startMs, endMs } = useScope();
  // Percentiles of parts of the range cannot be added up.
  const list = useApi('GET /services', { query });
  const service = list.data?.services.find(({ service_name: name }) => name === data?.service_name);
  const sums = data && sumRed(data.buckets);
  const durations = [
    ['P50', service?.p50_duration_ms],
    ['P95', service?.p95_duration_ms],
    ['P99', service?.p99_duration_ms],
  ] as const;
  return (
    <Cards minWidth={150}>
      <Stat
        label="Requests"
        value={sums && formatRate(toRate(sums.requests, startMs, endMs))}
        note={sums && `${formatCount(sums.requests)} in the time range`}
      />
      <Stat
        label="Failed"
        value={sums && formatPercent(sums.failedShare)}
        note={sums && `${formatCount(sums.failed)} requests`}
        tone={sums && toTone(sums.failedShare)}
      />
      {durations.map(([label, ms]) => (
        <Stat
          key={label}
          label={`Duration, ${label}`}
          value={ms === undefined || service?.request_count === 0 ? undefined : formatDuration(ms, 'ms')}
        />
      ))}
    </Cards>
  );
}
