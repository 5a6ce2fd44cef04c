import { parseDuration } from '../format/duration.js';
import type { Point } from './series.js';

/**
 * Reads a line of start times such as `metric{a="b"}@st -1m _x2 0s+10sx3`, as milliseconds from the times of the samples.
 *
 * @returns undefined if the line is another one.
 */
export function parseStarts(line: string): Point[] | undefined {
  const found = /^\S*@st\s+(.*)$/.exec(line);
  return found?.[1].split(/\s+/).flatMap(parseItem);
}

function parseItem(item: string): Point[] {
  const omitted = /^_(?:x(\d+))?$/.exec(item);
  if (omitted) return new Array<Point>(Number(omitted[1] ?? 1)).fill(undefined);
  const [, base, step, times] = /^([+-]?\d+[a-wyz]*)([+-]\d+[a-wyz]*)?(?:x(\d+))?$/.exec(item) ?? [];
  if (base === undefined) throw new Error(`not a start time: ${item}`);
  const delta = step === undefined ? 0 : signed(step);
  return Array.from({ length: Number(times ?? 0) + 1 }, (_, index) => signed(base) + index * delta);
}

function signed(text: string): number {
  return (parseDuration(text.replace(/^[+-]/, '')) ?? NaN) * (text.startsWith('-') ? -1 : 1);
}
