import type { Reason } from './lifecycle.js';

const TEXTS: Readonly<Record<Reason, string>> = {
  first_event: 'Its first event arrived.',
  aged: 'It is more than seven days old.',
  assigned: 'It was assigned.',
  commented: 'It was commented on.',
  ticket_linked: 'A ticket was linked to it.',
  resolved: 'It was resolved.',
  ignored: 'It was ignored.',
  snoozed: 'It was snoozed.',
  reopened: 'It was reopened.',
  regressed: 'It happened again after it was resolved.',
  snooze_expired: 'Its snooze ended.',
  snooze_occurrences: 'It happened as often as its snooze allowed.',
  snooze_users: 'It affected as many persons as its snooze allowed.',
  snooze_escalated: 'It happens more often than its forecast.',
  merged: 'An issue that is not resolved was merged into it.',
};

/** The reason in words. */
export const describeReason = (reason: Reason): string => TEXTS[reason];
