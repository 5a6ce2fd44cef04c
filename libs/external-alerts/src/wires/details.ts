import { LIMITS } from '../limits.js';
import type { JsonObject } from '../read.js';
import { toText } from '../text/clean.js';

type Pairs = readonly (readonly [string, string])[];

/** Labels that details give at most, so that fields of the alert itself have room. */
const MOST_LABELS = LIMITS.labels / 2;

/** Free details of an alert as labels and annotations. */
export interface Details {
  readonly labels: Pairs;
  readonly annotations: Pairs;
  /** Labels that found no room. */
  readonly dropped: number;
}

/**
 * Splits details: texts of one line become labels, because alerts are routed and grouped by them. Numbers, which change while the alert
 * lasts, longer texts and everything else are annotations.
 */
export function splitDetails(details: JsonObject): Details {
  const labels: [string, string][] = [];
  const annotations: [string, string][] = [];
  let dropped = 0;
  for (const [name, value] of Object.entries(details)) {
    const text = toText(value);
    if (text === undefined || text === '') continue;
    if (!isLabel(value)) annotations.push([name, text]);
    else if (labels.length < MOST_LABELS) labels.push([name, text]);
    else dropped += 1;
  }
  return { labels, annotations, dropped };
}

function isLabel(value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  return typeof value === 'string' && value.length <= LIMITS.labelValue && !/[\r\n]/.test(value) && !isNumber(value);
}

/** Senders that know nothing but texts write their figures as such. */
const isNumber = (text: string): boolean => /^[+-]?\d+(?:[.,]\d+)? ?%?$/.test(text.trim());
