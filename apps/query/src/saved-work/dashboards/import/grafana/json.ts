import { cutText } from '@svc/reading/text';

/** Readers of JSON from another program: a value of an unexpected form is treated as absent. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function record(value: unknown): JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : {};
}

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text as it is, or an empty one. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A text of one line that can be shown, at most this long. */
export function line(value: unknown, length: number): string {
  return printable(text(value).replace(/\s+/g, ' '), length).trim();
}

/** Removes control characters except tabs and line breaks, and truncates between characters. */
export function printable(value: string, length: number): string {
  const clean = value.toWellFormed().replace(/(?![\t\n\r])\p{Cc}/gu, '');
  return cutText(clean, length);
}

export function whole(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
