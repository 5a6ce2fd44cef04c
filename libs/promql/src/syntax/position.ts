import { PromqlError } from '../errors.js';

/** The line and the column, counted in bytes from 1, as messages of Prometheus write them. */
export function position(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  const line = before.split('\n').length;
  return `${line}:${Buffer.byteLength(before.slice(lineStart)) + 1}`;
}

/** Makes the error of a query that cannot be parsed. */
export function parseError(text: string, offset: number, message: string): PromqlError {
  return new PromqlError('bad_data', `${position(text, offset)}: parse error: ${message}`);
}
