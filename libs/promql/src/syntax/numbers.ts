import type { SyntaxNode } from '@lezer/common';
import { parseDuration } from '../format/duration.js';
import { parseFloatText } from '../format/float.js';
import type { NumberLiteral } from './ast.js';
import type { Reader } from './reader.js';

/** Reads a number or a duration, with an optional sign. */
export function readNumber(reader: Reader, node: SyntaxNode): NumberLiteral {
  const text = reader.slice(node);
  const isNegative = text.startsWith('-');
  const bare = text.replace(/^[+-]\s*/, '');
  const milliseconds = /[ywdhms]$/i.test(bare) && !/^0x/i.test(bare) ? parseDuration(bare) : undefined;
  const value = milliseconds === undefined ? parseNumber(bare) : milliseconds / 1_000;
  if (value === undefined) throw reader.error(node.from, `error parsing number: ${bare}`);
  const span = reader.span(node);
  return {
    kind: 'number',
    value: isNegative ? -value : value,
    isDuration: milliseconds !== undefined,
    start: span.start,
    end: span.end,
  };
}

/** Whole numbers may be octal or hexadecimal, as in Go. */
function parseNumber(text: string): number | undefined {
  if (/^0x[0-9a-f]+$/i.test(text)) return Number(text);
  if (/^0[0-7]+$/.test(text)) return parseInt(text, 8);
  return parseFloatText(text);
}
