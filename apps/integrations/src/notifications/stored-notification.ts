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

/** As it is sent: what it stands for is in its title, because a text message or a call has little else. */
export function fromStoredNotification(stored: JsonObject): Notification {
  const { occurredAt, facts, ...rest } = stored as unknown as {
    occurredAt: string;
    facts: (Fact & { time?: string })[];
  };
  const read = rest as unknown as Omit<Notification, 'occurredAt' | 'facts'>;
  return {
    ...read,
    title: withMore(read),
    occurredAt: new Date(occurredAt),
    facts: facts.map(({ label, value, time }) => ({ label, value: time === undefined ? value : new Date(time) })),
  };
}

const withMore = ({ title, more = 0 }: Pick<Notification, 'title' | 'more'>): string =>
  more === 0 ? title : `${title} (+${more} more)`;
