import type { JsonObject, JsonValue } from '@svc/contract';
import type { Fact, Notification } from './notification.js';

/** The parts of a notification that depend on its type. */
export type Description = Pick<Notification, 'subject' | 'status' | 'severity' | 'title' | 'facts' | 'command' | 'url'>;

/** Facts; unknown ones are absent. */
export function facts(all: readonly (readonly [label: string, value: string | Date])[]): Fact[] {
  return all.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value }));
}

export const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

/** A time in RFC 3339, or the one that holds without it. */
export function time(value: JsonValue | undefined, otherwise: Date): Date {
  const ms = Date.parse(text(value));
  return Number.isNaN(ms) ? otherwise : new Date(ms);
}

/** `12 persons, 1 account`; '' if neither is known. */
export function affected({ affected_persons: persons, affected_accounts: accounts }: JsonObject): string {
  return [counted(persons, 'person'), counted(accounts, 'account')].filter((part) => part !== '').join(', ');
}

const counted = (count: JsonValue | undefined, noun: string): string =>
  typeof count === 'number' ? `${count} ${noun}${count === 1 ? '' : 's'}` : '';
