import type { BackWriter } from './back-writer.js';
import { BYTES, toTag } from './reader.js';

/** Text, or its UTF-8 as received. */
export type WireText = string | Buffer;

/** Writes a string or bytes field. Lone surrogates of a string become U+FFFD. */
export function writeText(out: BackWriter, field: number, value: WireText): void {
  if (typeof value === 'string') out.text(value);
  else out.content(value);
  out.varint(toTag(field, BYTES));
}

/** Writes the length and tag of a message whose content was written since the writer had `before` bytes. */
export function closeMessage(out: BackWriter, field: number, before: number): void {
  out.varint(out.length - before);
  out.varint(toTag(field, BYTES));
}

/** Writes a `KeyValue` whose value is a string. */
export function writeAttribute(out: BackWriter, field: number, key: WireText, value: WireText): void {
  const before = out.length;
  writeText(out, 1, value);
  closeMessage(out, 2, before);
  writeText(out, 1, key);
  closeMessage(out, field, before);
}
