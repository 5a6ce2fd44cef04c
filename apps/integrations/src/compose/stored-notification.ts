import { writeJson, readJson, type Prisma } from '@svc/relational';
import type { Fact, Notification } from './notification.js';
import { cut } from './text.js';

/** Characters of a title before the number of replaced notifications, which no type of channel may cut off. */
const MAX_TITLE = 100;

/**
 * Converts a notification to the form of a stored delivery: times are marked, so that they can be distinguished from
 * texts.
 */
export function toStoredNotification({ facts, occurredAt, ...rest }: Notification): Prisma.InputJsonObject {
  return writeJson({
    ...rest,
    occurredAt: occurredAt.toISOString(),
    facts: facts.map(({ label, value }) =>
      value instanceof Date ? { label, time: value.toISOString() } : { label, value },
    ),
  });
}

/**
 * Converts a stored notification to its sent form: the title includes the number of replaced notifications, because a
 * text message or a call has little else.
 */
export function fromStoredNotification(stored: Prisma.JsonValue): Notification {
  const { occurredAt, facts, ...rest } = readJson<StoredNotification>(stored);
  return {
    ...rest,
    title: withMore(rest),
    occurredAt: new Date(occurredAt),
    facts: facts.map(({ label, value, time }) => ({ label, value: time === undefined ? value : new Date(time) })),
  };
}

type StoredNotification = Omit<Notification, 'occurredAt' | 'facts'> & {
  readonly occurredAt: string;
  readonly facts: readonly (Fact & { readonly time?: string })[];
};

const withMore = ({ title, more = 0 }: Pick<Notification, 'title' | 'more'>): string =>
  more === 0 ? title : `${cut(title, MAX_TITLE)} (+${more} more)`;
