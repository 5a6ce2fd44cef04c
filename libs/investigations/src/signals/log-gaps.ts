import type { Sides, StepFact } from '../facts/facts.js';
import { compareShares } from '../statistics/two-samples.js';
import { certainty, MAX_ROWS, MIN_STRENGTH, MIN_VOLUME, service, type Signal } from './signal.js';
import { counted, quote } from './texts.js';

/** Fewest normal records of two patterns that are taken for a pair. */
const MIN_PAIRED = 10;
/** The most patterns of an operation that are paired, as each is compared with each. */
const MAX_PATTERNS = 40;
/** The weight of the missing half of a pair in relation to a new error: that of a record that no longer occurs. */
const MEANING = 0.6;

interface Logged {
  readonly fact: StepFact;
  readonly records: Sides<number>;
}

interface Gap {
  readonly first: Logged;
  readonly missing: Logged;
  readonly strength: number;
}

/**
 * Operations that begin something and do not finish it: two log patterns of an operation had equally many records in the normal window, and
 * one of them has fewer now. An exception that is caught silently shows in nothing else. Invariants of this kind between the
 * numbers of log records are known to find faults of the program flow (Lou et al., USENIX ATC 2010).
 */
export function logGapSignals(steps: readonly StepFact[]): Signal[] {
  const logged = steps.flatMap((fact): Logged[] =>
    fact.type === 'log' && fact.operation !== '' && fact.records ? [{ fact, records: fact.records }] : [],
  );
  const byOperation = Map.groupBy(logged, ({ fact }) => JSON.stringify([fact.service, fact.operation]));
  const gaps = [...byOperation.values()].flatMap(gapsOf);
  return [...Map.groupBy(gaps, ({ first }) => first.fact.service)].flatMap(([name, own]) => toSignal(name, own));
}

function gapsOf(logged: readonly Logged[]): Gap[] {
  const frequent = logged
    .filter(isPairable)
    .sort((a, b) => b.records.normal - a.records.normal)
    .slice(0, MAX_PATTERNS);
  return frequent.flatMap((first) =>
    frequent.flatMap((missing): Gap[] => {
      const [now, left] = [first.records.abnormal, missing.records.abnormal];
      if (!arePaired(first, missing) || left >= now) return [];
      if (first.records.normal + now < MIN_VOLUME) return [];
      const { normal } = first.records;
      // The share of the records that lack the other half: none of the normal ones, so that it is as large as that of a new step.
      const isCertain = certainty(compareShares({ of: normal, count: 0 }, { of: now, count: now - left }));
      const strength = isCertain * MEANING * Math.sqrt(1 - left / now);
      return strength < MIN_STRENGTH ? [] : [{ first, missing, strength }];
    }),
  );
}

/** Equally many records in equally many spans: one of the two is often a coincidence among many patterns. */
function arePaired(one: Logged, other: Logged): boolean {
  return one.records.normal === other.records.normal && one.fact.sides.normal === other.fact.sides.normal;
}

/** That each call writes a fixed number of records explains equal numbers of records as well, which then need not belong together. */
function isPairable({ fact: { calls }, records: { normal } }: Logged): boolean {
  return normal >= MIN_PAIRED && calls.normal > 0 && normal % calls.normal !== 0;
}

function toSignal(name: string, gaps: readonly Gap[]): Signal[] {
  const ordered = [...gaps].sort((a, b) => b.strength - a.strength);
  const [top] = ordered;
  if (!top) return [];
  const { first, missing, strength } = top;
  return [
    {
      name: 'log_gap',
      kind: 'log_pattern',
      entity: service(name),
      strength,
      text: `it wrote ${quote(missing.fact.step)} ${counted(missing.records.abnormal, 'time')} and ${quote(first.fact.step)} ${counted(first.records.abnormal, 'time')}, which are equally frequent normally`,
      rows: ordered.slice(0, MAX_ROWS).map((gap) => ({
        service: name,
        operation: gap.first.fact.operation,
        step: gap.first.fact.step.slice(0, 300),
        missing: gap.missing.fact.step.slice(0, 300),
        normal_records: gap.first.records.normal,
        records: gap.first.records.abnormal,
        missing_records: gap.missing.records.abnormal,
      })),
    },
  ];
}
