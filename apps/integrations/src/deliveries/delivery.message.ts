import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate, timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { DeliverySchema } from '@svc/contract';
import { readJson, type Delivery } from '@svc/relational';
import type { AttemptRecord } from './delivery-queue.js';

export function toDeliveryMessage(delivery: Delivery, withAttempts: boolean): MessageInitShape<typeof DeliverySchema> {
  const { nextAttemptAt, sentAt, userId, alertId, incidentId, carriedBy, recipient } = delivery;
  const attempts = readJson<AttemptRecord[]>(withAttempts ? delivery.attempts : []);
  return {
    id: delivery.id,
    projectId: delivery.projectId,
    // Deliveries without a channel store the project ID instead.
    channelId: delivery.channelId === delivery.projectId ? '' : delivery.channelId,
    channelName: delivery.channelName,
    channelType: delivery.channelType,
    eventType: delivery.eventType,
    subject: delivery.subject,
    title: delivery.title,
    status: delivery.status,
    reason: delivery.reason,
    attemptCount: delivery.attemptCount,
    redriveCount: delivery.redriveCount,
    silenceIds: delivery.silenceIds,
    createdAt: timestampFromDate(delivery.createdAt),
    attempts: attempts.map(({ at, latency_ms: latencyMs, status_code: statusCode, error, excerpt }) => ({
      at: timestampFromMs(Date.parse(at)),
      latencyMs,
      error,
      responseExcerpt: excerpt,
      ...(statusCode !== undefined && { statusCode }),
    })),
    ...(nextAttemptAt && { nextAttemptAt: timestampFromDate(nextAttemptAt) }),
    ...(sentAt && { sentAt: timestampFromDate(sentAt) }),
    ...(userId !== null && { userId }),
    ...(alertId !== null && { alertId }),
    ...(incidentId !== null && { incidentId }),
    ...(carriedBy !== null && { carriedBy }),
    ...(recipient !== null && { recipient }),
  };
}
