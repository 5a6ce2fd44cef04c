import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ErrorGroupSchema } from '@svc/contract';
import { toTimestamp } from '@svc/reading/time';
import type { FoundGroup } from './groups.service.js';

export function toErrorGroup({ issue, figures, users }: FoundGroup): MessageInitShape<typeof ErrorGroupSchema> {
  const { id, type, title, culprit, platform, level, state: status } = issue;
  const hasErrors = figures.total !== '0';
  return {
    id,
    type,
    title,
    culprit,
    platform,
    level,
    status,
    count: BigInt(figures.total),
    users,
    // Errors older than the retention are gone, but the issue still has its times.
    firstSeen: hasErrors ? toTimestamp(BigInt(figures.first_time)) : timestampFromDate(issue.firstSeen),
    lastSeen: hasErrors ? toTimestamp(BigInt(figures.last_time)) : timestampFromDate(issue.lastSeen),
  };
}
