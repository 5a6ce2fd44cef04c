import type { Fact, Notification } from './notification.js';

/** Language and time zone of the times in a channel. */
export interface Wording {
  /** IANA name. */
  readonly timeZone: string;
}

/**
 * Formats by time zone: creating one takes longer than everything else about a message, and there are only some
 * hundreds.
 */
const formats = new Map<string, Intl.DateTimeFormat>();

/** `23 Nov 2026, 09:15:00 UTC` in the time zone of the channel. */
export function formatTime(time: Date, { timeZone }: Wording): string {
  const format = formats.get(timeZone) ?? createFormat(timeZone);
  formats.set(timeZone, format);
  return format.format(time);
}

const createFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });

export function formatFact({ value }: Fact, wording: Wording): string {
  return value instanceof Date ? formatTime(value, wording) : value;
}

/** Lines of facts as `label: value`. */
export function factLines({ facts }: Notification, wording: Wording): string[] {
  return facts.map((fact) => `${fact.label}: ${formatFact(fact, wording)}`);
}

/** The whole notification as plain text. */
export function plainText(notification: Notification, wording: Wording): string {
  const { title, url, command } = notification;
  const next = [...(url ? [url] : []), ...(command ? [`Next: ${command}`] : [])];
  return [title, '', ...factLines(notification, wording), ...(next.length > 0 ? ['', ...next] : [])].join('\n');
}

/** Cuts a text to a number of UTF-16 units, at a character, and says so. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = length - 1;
  const splitsPair = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '');
  return `${text.slice(0, splitsPair ? end - 1 : end)}…`;
}
