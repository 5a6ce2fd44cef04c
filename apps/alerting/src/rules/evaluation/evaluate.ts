import { toTiming, type Rule } from '../definition/definition.js';
import { advance, type PhaseChange } from './advance.js';
import { memoryKey, newSeries, type ExternalFacts, type SeriesMemory } from './series-memory.js';
import { judge, type Figure, type Verdict } from './verdict.js';

/** A series with a figure for each evaluated time. */
export interface MeasuredSeries extends Pick<SeriesMemory, 'labels' | 'external'> {
  readonly figures: readonly Figure[];
}

/** Measurements of a rule at several times. */
export interface Measured {
  readonly series: readonly MeasuredSeries[];
  /** Whether series are missing; nothing is known about a missing one then. */
  readonly isTruncated: boolean;
  /** Figure of a window without known records: 0 for counts. */
  readonly nothing: Figure;
}

export interface SeriesChange extends PhaseChange {
  readonly labels: SeriesMemory['labels'];
  readonly about?: string | undefined;
  /** The alert of another product that the series stands for. */
  readonly external?: ExternalFacts | undefined;
  /** The value of the last breach before the change. */
  readonly breachValue?: number | undefined;
  readonly at: number;
  readonly value: number | null;
}

export interface Evaluated {
  readonly memory: readonly SeriesMemory[];
  /** Changes in order of time. */
  readonly changes: readonly SeriesChange[];
  /** Whether no series had data at the last time. */
  readonly hasNoData: boolean;
}

/** Callback with the step of a series at one time. */
export type Observer = (step: {
  readonly labels: SeriesMemory['labels'];
  readonly at: number;
  readonly figure: Figure;
  readonly verdict: Verdict;
  readonly phase: SeriesMemory['phase'];
}) => void;

/** A series without data is forgotten after this time unless it has an alert. */
const REMEMBERED_MS = 86_400_000;

/**
 * Evaluates a rule at several times, one after the other.
 *
 * @param times ascending, and later than all that the memory has seen.
 */
export function evaluate(
  rule: Pick<Rule, 'kind' | 'definition'>,
  before: readonly SeriesMemory[],
  { series, isTruncated, nothing }: Measured,
  times: readonly number[],
  observe?: Observer,
): Evaluated {
  const { definition } = rule;
  const timing = toTiming(definition);
  const measured = new Map(series.map((one) => [memoryKey(one), one]));
  const memory = new Map(before.map((one) => [memoryKey(one), one]));
  const changes: SeriesChange[] = [];
  let hasNoData = false;
  for (const [nth, at] of times.entries()) {
    hasNoData = true;
    for (const key of new Set([...memory.keys(), ...measured.keys()])) {
      const own = measured.get(key);
      // If the list of series is truncated, the value of a missing one is unknown.
      if (!own && isTruncated) continue;
      const figure = own?.figures[nth] ?? nothing;
      const known = memory.get(key) ?? newSeries(own?.labels ?? {}, at);
      const verdict = judge(figure, rule, known.phase === 'firing');
      const isSeen = figure.samples > 0 || verdict === 'ok';
      hasNoData &&= verdict === 'no_data';
      const next = advance(known, verdict, at, definition, timing);
      // An absence breaches without having seen anything.
      const seen = isSeen ? next.memory : { ...next.memory, seenAt: known.seenAt };
      const after = verdict === 'breach' && figure.value !== null ? { ...seen, breachValue: figure.value } : seen;
      const { labels, about, external, breachValue } = known;
      const facts = { labels, about, external, breachValue };
      if (next.change) changes.push({ ...next.change, ...facts, at, value: figure.value });
      observe?.({ labels: known.labels, at, figure, verdict, phase: after.phase });
      if (isRemembered(after, at, rule)) memory.set(key, after);
      else memory.delete(key);
    }
  }
  return { memory: [...memory.values()], changes, hasNoData };
}

/** Late repetitions of an earlier request are recognized for this long after an end; clients wait for an answer for less. */
export const LATE_MS = 60_000;

/** Only what a later evaluation needs is remembered, so that quiet rules have next to nothing to store. */
export function isRemembered(
  { phase, seenAt, external }: SeriesMemory,
  at: number,
  { kind, definition }: Pick<Rule, 'kind' | 'definition'>,
): boolean {
  if (phase !== 'inactive') return true;
  if (external) return external.endedAt !== undefined && at - external.endedAt < LATE_MS;
  const noticesAbsence = kind === 'absence' || definition.noData.policy === 'alert';
  return noticesAbsence && at - seenAt < REMEMBERED_MS;
}
