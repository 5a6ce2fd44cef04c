import { memo, type ReactNode } from 'react';
import type { Service } from '../../gen/api.js';
import { ServiceLink } from '../../links/service-link.js';
import { Cell } from '../../rows/rows.js';
import { formatCount, formatDuration } from '../../time/format.js';
import { TimeText } from '../../time/time-text.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { ErrorShare } from '../error-share.js';
import { formatRate } from '../figures.js';

/** The cells of a service in the list. */
export const ServiceCells = memo(function ServiceCells({ service }: { readonly service: Service }): ReactNode {
  const { request_count: count, error_count: errors, estimated, last_seen_minute: seen } = service;
  const requests = `${estimated ? 'About ' : ''}${formatCount(count)} requests in the time range${estimated ? ', estimated from sampled spans' : ''}`;
  return (
    <>
      <Cell>
        <ServiceLink name={service.service_name} />
      </Cell>
      <Cell isOptional>
        <OutsideText text={service.environments.join(', ')} limit={80} />
      </Cell>
      <Cell isNumber>
        <span title={requests}>
          {estimated && '≈ '}
          {formatRate(service.request_rate)}
        </span>
      </Cell>
      <Cell isNumber>
        <ErrorShare rate={service.error_rate} count={errors} />
      </Cell>
      <Cell isNumber isOptional>
        {toDuration(count, service.p50_duration_ms)}
      </Cell>
      <Cell isNumber>{toDuration(count, service.p95_duration_ms)}</Cell>
      <Cell isNumber isOptional>
        {toDuration(count, service.p99_duration_ms)}
      </Cell>
      <Cell isNumber isOptional>
        {seen !== undefined && <TimeText at={seen} precision="minute" />}
      </Cell>
    </>
  );
});

function toDuration(requests: number, ms: number): string {
  return requests === 0 ? '–' : formatDuration(ms, 'ms');
}
