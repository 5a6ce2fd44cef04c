import type { KeyClass } from '@svc/redaction';
import { ByteBuffer } from '../native/byte-buffer.js';
import type { StringColumn } from '../native/string-column.js';
import type { WireReader } from '../wire/reader.js';
import { KIND, type AnyValue } from './any-value.js';
import { appendValueText } from './value-text.js';

/** Room for the text of a boolean, an integer or a double; its length fits the one byte kept free for it. */
const SHORT_TEXT = 32;

const scratch = new ByteBuffer(4096);

/**
 * Appends the text of a value as one row and returns where it begins in the column's data. With the class of its key it is redacted, as by
 * `appendValueText`.
 */
export function appendValue(column: StringColumn, reader: WireReader, value: AnyValue, key?: KeyClass): number {
  if (key !== undefined) return appendScratch(column, reader, value, key);
  const { kind } = value;
  if (kind === KIND.string) return column.append(reader.bytes, reader.view, value.start, value.end);
  if (kind === KIND.int || kind === KIND.bool || kind === KIND.double) {
    const { data } = column;
    data.reserve(SHORT_TEXT);
    const at = data.length++;
    appendValueText(data, reader, value);
    data.bytes[at] = data.length - at - 1;
    column.rows++;
    return at + 1;
  }
  return appendScratch(column, reader, value);
}

function appendScratch(column: StringColumn, reader: WireReader, value: AnyValue, key?: KeyClass): number {
  scratch.clear();
  appendValueText(scratch, reader, value, key);
  return column.append(scratch.bytes, scratch.view, 0, scratch.length);
}
