import type { JsonObject } from '@svc/contract';
import type { Fact, Notification } from './notification.js';

/** A notification as the row of a delivery holds it: times are marked, so that they can be told from texts. */
export function toStoredNotification({ facts, occurredAt, ...rest }: Notification): JsonObject {
  return {
    ...(rest as unknown as JsonObject),
    occurredAt: occurredAt.toISOString(),
    facts: facts.map(({ label, value }): JsonObject =>
      value instanceof Date ? { label, time: value.toISOString() } : { label, value },
    ),
  };
}

export function fromStoredNotification(stored: JsonObject): Notification {
  const { occurredAt, facts, ...rest } = stored as unknown as {
    occurredAt: string;
    facts: (Fact & { time?: string })[];
  };
  return {
    ...(rest as unknown as Omit<Notification, 'occurredAt' | 'facts'>),
    occurredAt: new Date(occurredAt),
    facts: facts.map(({ label, value, time }) => ({ label, value: time === undefined ? value : new Date(time) })),
  };
}
