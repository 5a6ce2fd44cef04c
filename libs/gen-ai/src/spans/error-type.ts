import type { SpanAttributes } from './attributes.js';
import type { StoredSpan } from './stored-span.js';
import { cut, MAX_NAME } from './text.js';

const ERROR = 2;
const TYPE = 'exception.type';

/** The type of the error of a span: the attribute, otherwise that of the last exception of a span that failed. */
export function readErrorType({ statusCode, events }: StoredSpan, attributes: SpanAttributes): string {
  const type = attributes.first(['error.type', TYPE], MAX_NAME);
  if (type !== '' || statusCode !== ERROR) return type;
  const exception = events.findLast(({ name }) => name === 'exception')?.attributes;
  return exception && Object.hasOwn(exception, TYPE) ? cut((exception[TYPE] ?? '').trim(), MAX_NAME) : '';
}
