import { EventRefusal, type CaptureErrorCode } from './refusal.js';

const CONTROL = /\p{Cc}/u;
/** Control characters other than the tab and line breaks that a text of several lines may have. */
const CONTROL_IN_TEXT = /[\p{Cc}--[\t\n\r]]/v;
/**
 * Letters, marks, numbers, punctuation, symbols and the plain space. Of the characters without a form of their own, only joiners and soft
 * hyphens are printable, and only between two of these, as in Persian words and in emoji. Regional flags end with such characters.
 */
const PRINTABLE =
  /^(?:[[\p{L}\p{M}\p{N}\p{P}\p{S} ]--[\p{L}&&\p{DI}]]|(?<=[^ ])[\u00ad\u200c\u200d](?=[^ ])|\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]+\u{e007f})*$/v;
const VISIBLE = /[[\p{L}\p{M}\p{N}\p{P}\p{S}]--\p{DI}]/v;
const PRINTABLE_ASCII = /^[ -~]*[!-~][ -~]*$/;
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

/** As `checkText`, for a text that may have several lines, such as a stack. */
export function checkLines(text: string, maxBytes: number, tooLong: CaptureErrorCode, field: string): void {
  if (isLongerThan(text, maxBytes)) throw new EventRefusal(tooLong, field);
  if (CONTROL_IN_TEXT.test(text)) throw new EventRefusal('control_character', field);
  if (!text.isWellFormed()) throw new EventRefusal('not_printable', field);
}

/** Maximum UTF-8 bytes of an ID of a person, session, message or group. */
const MAX_ID_BYTES = 200;

/** Validates an ID, which is stored unchanged or rejected. */
export function checkId(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new EventRefusal('invalid_type', field);
  if (isLongerThan(value, MAX_ID_BYTES)) throw new EventRefusal('too_long', field);
  if (!PRINTABLE_ASCII.test(value) && !isPrintable(value)) throw new EventRefusal('not_printable', field);
  return value;
}

function isPrintable(id: string): boolean {
  return id === '' || (PRINTABLE.test(id) && VISIBLE.test(id));
}
