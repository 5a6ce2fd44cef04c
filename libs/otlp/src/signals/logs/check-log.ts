import { AnyValue } from '../../attributes/any-value.js';
import { checkAttributes } from '../../attributes/check.js';
import type { WireReader } from '../../wire/reader.js';
import { LOG_PATHS, type LogFields } from './log-fields.js';

const body = new AnyValue();

/** Checks the structure of everything inside a record that `LogFields.read` has passed over. */
export function checkLog(reader: WireReader, fields: LogFields): void {
  body.parse(reader, fields.bodyStart, fields.bodyEnd, 0, LOG_PATHS.body);
  checkAttributes(reader, fields.attributes, LOG_PATHS.attributes);
}
