import type { Ranges } from '../wire/ranges.js';
import type { WireReader } from '../wire/reader.js';
import { KeyValue } from './any-value.js';

const pair = new KeyValue();

/** Checks the structure of attributes that are not read. */
export function checkAttributes(reader: WireReader, attributes: Ranges, path: string): void {
  for (let i = 0, count = attributes.count; i < count; i++) {
    pair.parse(reader, attributes.start(i), attributes.end(i), 0, path);
  }
}
