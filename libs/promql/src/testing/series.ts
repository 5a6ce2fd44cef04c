import { parseFloatText } from '../format/float.js';
import { Labels } from '../labels/labels.js';
import { parse } from '../syntax/parse.js';

/** A point of a series in a script; undefined is no point. */
export type Point = number | 'stale' | 'histogram' | undefined;

const NUMBER = String.raw`[+-]?(?:inf(?:inity)?|nan|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)`;
const ITEM = new RegExp(String.raw`^(?:(_|stale)|(${NUMBER})(?:([+-])(${NUMBER.slice(5)}))?)(?:x(\d+))?$`, 'i');

/** Reads a line such as `metric{a="b"} 1 2+1x3 _ stale`. */
export function parseSeries(line: string): { readonly labels: Labels; readonly points: Point[] } {
  const end = metricEnd(line);
  return { labels: parseMetric(line.slice(0, end)), points: parsePoints(line.slice(end).trim()) };
}

/** Reads a metric, whose labels may be none. */
export function parseMetric(text: string): Labels {
  if (/^\{\s*\}$/.test(text.trim())) return Labels.EMPTY;
  const expr = parse(text);
  if (expr.kind !== 'selector') throw new Error(`not a metric: ${text}`);
  return Labels.from(expr.matchers.map(({ name, value }) => [name, value] as const));
}

function metricEnd(line: string): number {
  const found = /^[^{\s]*\{(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|[^}"'`])*\}|^\S+/.exec(line);
  return found?.[0].length ?? line.length;
}

function parsePoints(text: string): Point[] {
  if (text.includes('{{')) return parseHistograms(text);
  return text.split(/\s+/).filter(Boolean).flatMap(parseItem);
}

function parseItem(item: string): Point[] {
  const found = ITEM.exec(item);
  if (!found) throw new Error(`not a point: ${item}`);
  const [, special, base, sign, step, times] = found;
  if (special === '_') return new Array<Point>(Number(times ?? 1)).fill(undefined);
  const count = Number(times ?? 0) + 1;
  if (special !== undefined) return new Array<Point>(count).fill('stale');
  const delta = step === undefined ? 0 : read(step) * (sign === '-' ? -1 : 1);
  const points: Point[] = [];
  for (let value = read(base), index = 0; index < count; index++, value += delta) points.push(value);
  return points;
}

function read(text: string): number {
  return parseFloatText(text) ?? NaN;
}

/** Native histograms are kept as marks only. */
function parseHistograms(text: string): Point[] {
  const parts = text.match(/\{\{.*?\}\}(?:[+-]\{\{.*?\}\})?(?:x\d+)?|\S+/g) ?? [];
  return parts.flatMap((part): Point[] => {
    if (!part.startsWith('{{')) return parseItem(part);
    const times = /x(\d+)$/.exec(part);
    return new Array<Point>(Number(times?.[1] ?? 0) + 1).fill('histogram');
  });
}
