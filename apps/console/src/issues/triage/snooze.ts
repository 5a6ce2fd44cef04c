import type { SnoozeCondition } from './actions.js';

export const SNOOZE_KINDS = [
  { value: 'for', label: 'Time' },
  { value: 'occurrences', label: 'Events' },
  { value: 'users', label: 'Persons' },
  { value: 'escalating', label: 'Escalation' },
  { value: 'forever', label: 'Reopened' },
] as const;

export type SnoozeKind = (typeof SNOOZE_KINDS)[number]['value'];

interface SnoozeText {
  /** Name of the value; absent where none is needed. */
  readonly label?: string;
  readonly start: string;
  readonly hint: string;
}

export const SNOOZE_TEXTS: Readonly<Record<SnoozeKind, SnoozeText>> = {
  for: { label: 'For', start: '24h', hint: 'Such as 30m, 6h, 7d or 2w; at most 365d.' },
  occurrences: { label: 'Events', start: '100', hint: 'Ends after so many more events.' },
  users: { label: 'Persons', start: '10', hint: 'Ends after so many more persons were affected.' },
  escalating: { start: '', hint: 'Ends when the issue occurs more often in an hour than its forecast.' },
  forever: { start: '', hint: 'Ends only when a member reopens the issue.' },
};

const MAX_COUNT = 1_000_000_000;
const MAX_MINUTES = 365 * 1440;
const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440, w: 10_080 };

/** The condition that a typed value means, or what is wrong with it. */
export function readSnooze(
  kind: SnoozeKind,
  typed: string,
): { readonly until: SnoozeCondition } | { readonly fault: string } {
  const text = typed.trim();
  if (kind === 'forever' || kind === 'escalating') return { until: { [kind]: true } };
  if (kind === 'for') {
    const [, count = '', unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
    const minutes = Number(count) * (MINUTES[unit] ?? 0);
    return minutes > 0 && minutes <= MAX_MINUTES
      ? { until: { for: text } }
      : { fault: 'Type a number and a unit, such as 30m, 6h, 7d or 2w; at most 365d.' };
  }
  const count = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= MAX_COUNT
    ? { until: { [kind]: count } }
    : { fault: 'Type a whole number from 1 to 1,000,000,000.' };
}
