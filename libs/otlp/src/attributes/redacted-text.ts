import { mayBeSensitive, REDACTED, redactLeaf, type KeyClass } from '@svc/redaction';
import { redactLong } from '@svc/redaction/long';
import type { ByteBuffer } from '../native/byte-buffer.js';
import { appendText } from '../native/text.js';

/**
 * Texts of more bytes are replaced as a whole if they may contain anything sensitive: searching one takes up to half a microsecond for each
 * byte.
 */
const MAX_SEARCHED_BYTES = 1024 * 1024;
/** Texts of more bytes are searched in pieces: a search takes a few hundred bytes of memory for each byte. */
const PIECE_BYTES = 128 * 1024;

/** The redacted text of bytes of a request, in UTF-8, or undefined if redaction does not change it. */
export function redactedText(bytes: Buffer, start: number, end: number, key: KeyClass): string | undefined {
  if (key === 'credential') return REDACTED;
  if (!mayBeSensitive(bytes, start, end)) return undefined;
  if (end - start > MAX_SEARCHED_BYTES) return REDACTED;
  const text = bytes.toString('utf8', start, end);
  const redacted = end - start > PIECE_BYTES ? redactLong(text, key, PIECE_BYTES) : redactLeaf(text, key);
  return redacted === text ? undefined : redacted;
}

/** Like `appendText`, with personal data and credentials replaced. */
export function appendRedacted(
  out: ByteBuffer,
  bytes: Buffer,
  view: DataView,
  start: number,
  end: number,
  key: KeyClass,
): void {
  const text = redactedText(bytes, start, end, key);
  if (text === undefined) appendText(out, bytes, view, start, end);
  else {
    const redacted = Buffer.from(text, 'utf8');
    out.copy(redacted, 0, redacted.length);
  }
}
