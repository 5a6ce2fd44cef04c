import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ChannelSchema, JsonObject } from '@svc/contract';
import type { Channel } from '@svc/relational';
import { CLOSING_FAILURES } from '../deliveries/channel-health.js';

/**
 * @param shown the configuration without its secrets.
 * @param unprovedRecipients addresses that nothing is sent to.
 */
export function toChannelMessage(
  channel: Channel,
  shown: JsonObject,
  unprovedRecipients: string[],
): MessageInitShape<typeof ChannelSchema> {
  const { lastSuccessAt, lastFailureAt, closedUntil, consecutiveFailures, outcomes } = channel;
  const isClosed = consecutiveFailures >= CLOSING_FAILURES;
  const isUnhealthy = isClosed || channel.unhealthySince !== null;
  const status = outcomes === '' ? 'unknown' : isUnhealthy ? 'unhealthy' : 'healthy';
  return {
    id: channel.id,
    projectId: channel.projectId,
    type: channel.type,
    name: channel.name,
    config: shown,
    events: channel.events,
    unprovedRecipients,
    timeZone: channel.timeZone,
    enabled: channel.isEnabled,
    version: channel.version,
    createdBy: channel.createdBy,
    createdAt: timestampFromDate(channel.createdAt),
    updatedAt: timestampFromDate(channel.updatedAt),
    health: {
      status,
      consecutiveFailures,
      ...(outcomes !== '' && { score: outcomes.replaceAll('-', '').length / outcomes.length }),
      ...(lastSuccessAt && { lastSuccessAt: timestampFromDate(lastSuccessAt) }),
      ...(lastFailureAt && { lastFailureAt: timestampFromDate(lastFailureAt) }),
      ...(isClosed && closedUntil && { nextAttemptAt: timestampFromDate(closedUntil) }),
    },
  };
}
