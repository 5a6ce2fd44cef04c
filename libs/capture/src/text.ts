import { EventRefusal, type CaptureErrorCode } from './refusal.js';

const CONTROL = /\p{Cc}/u;
/** Letters, marks, numbers, punctuation, symbols and the plain space. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u;
const PRINTABLE_ASCII = /^[ -~]*$/;
/** Maximum UTF-8 bytes for one UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

export function isLongerThan(text: string, bytes: number): boolean {
  return text.length * MAX_BYTES_PER_UNIT > bytes && Buffer.byteLength(text) > bytes;
}

/** Rejects texts that are too long or contain control characters or lone surrogates, which UTF-8 cannot represent. */
export function checkText(text: string, maxBytes: number, tooLong: CaptureErrorCode, field: string): void {
  if (isLongerThan(text, maxBytes)) throw new EventRefusal(tooLong, field);
  if (CONTROL.test(text)) throw new EventRefusal('control_character', field);
  if (!text.isWellFormed()) throw new EventRefusal('not_printable', field);
}

/** Maximum UTF-8 bytes of an ID of a person, session, message or group. */
const MAX_ID_BYTES = 200;

/** Validates an ID, which is stored unchanged or rejected. */
export function checkId(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new EventRefusal('invalid_type', field);
  if (isLongerThan(value, MAX_ID_BYTES)) throw new EventRefusal('too_long', field);
  if (!PRINTABLE_ASCII.test(value) && !PRINTABLE.test(value)) throw new EventRefusal('not_printable', field);
  return value;
}
