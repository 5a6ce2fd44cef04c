import { EventRefusal, type CaptureErrorCode } from './refusal.js';

const CONTROL = /\p{Cc}/u;
/** Letters, marks, numbers, punctuation, symbols and the one plain space. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u;
const PRINTABLE_ASCII = /^[ -~]*$/;
/** Of a UTF-16 unit in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;

export function isLongerThan(text: string, bytes: number): boolean {
  return text.length * MAX_BYTES_PER_UNIT > bytes && Buffer.byteLength(text) > bytes;
}

/** Refuses what is too long, control characters and halves of surrogate pairs, which no UTF-8 can hold. */
export function checkText(text: string, maxBytes: number, tooLong: CaptureErrorCode, field: string): void {
  if (isLongerThan(text, maxBytes)) throw new EventRefusal(tooLong, field);
  if (CONTROL.test(text)) throw new EventRefusal('control_character', field);
  if (!text.isWellFormed()) throw new EventRefusal('not_printable', field);
}

/** At most this many bytes of UTF-8 in what names a person, a session, a message or a group. */
const MAX_ID_BYTES = 200;

/** An id, which is taken as it is or not at all. */
export function checkId(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new EventRefusal('invalid_type', field);
  if (isLongerThan(value, MAX_ID_BYTES)) throw new EventRefusal('too_long', field);
  if (!PRINTABLE_ASCII.test(value) && !PRINTABLE.test(value)) throw new EventRefusal('not_printable', field);
  return value;
}
