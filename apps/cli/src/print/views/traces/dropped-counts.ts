import type { JsonObject } from '../../../runtime/values/json.js';
import { wrap } from '../../layout/layout.js';
import type { Page } from '../../layout/table.js';
import { counted } from '../../layout/units.js';

const NOUNS = ['attribute', 'event', 'link'];
const MAX_LINES = 3;

/** Prints what the SDK left out of a span, which explains what a reader misses. Returns no lines if that is nothing. */
export function printDropped(span: JsonObject, indent: string, { width, colors }: Page): string[] {
  const dropped = NOUNS.map((noun) => [span[`dropped_${noun}s_count`] ?? 0, noun] as const)
    .filter(([count]) => count !== 0)
    .map(([count, noun]) => counted(count, noun));
  if (dropped.length === 0) return [];
  const room = width === undefined ? Infinity : Math.max(1, width - indent.length);
  return wrap(`left out by the SDK: ${dropped.join(', ')}`, room, MAX_LINES).map((line) => indent + colors.dim(line));
}
