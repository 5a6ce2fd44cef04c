import type { Matcher } from '@svc/promql';
import { translateName } from './names.js';

/** The streams of a metric whose properties are the same. */
export interface Family {
  readonly name: string;
  /** As numbered by `metric_series.type`. */
  readonly type: number;
  readonly unit: string;
  readonly isMonotonic: boolean;
  /** Whether values are changes since the value before. */
  readonly isDelta: boolean;
  /**
   * Whether the streams name no instrumentation, as those of Prometheus, whose names are kept as they were sent. Those of OpenTelemetry are
   * translated.
   */
  readonly isSent: boolean;
}

/** The numbers of a point that make a series of their own. */
export type Part = 'bucket' | 'count' | 'quantile' | 'sum' | 'value';

/** One of the names under which a part of a family is found. */
export interface Spelling {
  readonly family: Family;
  readonly part: Part;
  readonly metric: string;
  readonly isTranslated: boolean;
}

export const [GAUGE, SUM, HISTOGRAM, EXPONENTIAL, SUMMARY] = [1, 2, 3, 4, 5] as const;

const PARTS: readonly (readonly Part[])[] = [
  [],
  ['value'],
  ['value'],
  ['bucket', 'count', 'sum'],
  ['count', 'sum'],
  ['quantile', 'count', 'sum'],
];

const SUFFIXES: Readonly<Record<Part, string>> = {
  bucket: '_bucket',
  count: '_count',
  quantile: '',
  sum: '_sum',
  value: '',
};

/** The names of a family without those of its parts, the one first that answers have unless the other was asked for. */
export function baseNames(family: Family): readonly { readonly name: string; readonly isTranslated: boolean }[] {
  const { name, type, unit, isMonotonic, isSent } = family;
  const translated = translateName({ name, unit, isGauge: type === GAUGE, isCounter: type === SUM && isMonotonic });
  const both = [
    { name, isTranslated: false },
    { name: translated, isTranslated: true },
  ];
  return isSent ? both : both.reverse();
}

/** The names of the parts of a family that matchers of names accept: at most two spellings for each part. */
export function spellingsOf(family: Family, names: readonly Matcher[]): Spelling[][] {
  const bases = baseNames(family);
  const ofParts = (PARTS[family.type] ?? []).map((part) =>
    bases
      .map(({ name, isTranslated }) => ({ family, part, metric: name + SUFFIXES[part], isTranslated }))
      .filter(({ metric }) => names.every((matcher) => matcher.matches(metric))),
  );
  return ofParts.filter((spellings) => spellings.length > 0);
}

/** Whether the whole exponential histogram is asked for by its exact name, which has no samples here. */
export function isHistogramAsked(family: Family, names: readonly Matcher[]): boolean {
  if (family.type !== EXPONENTIAL || !names.some(({ type }) => type === '=')) return false;
  return baseNames(family).some(({ name }) =>
    ['', SUFFIXES.bucket].some((suffix) => names.every((matcher) => matcher.matches(name + suffix))),
  );
}
