import type { StepFact } from '../facts/facts.js';
import { compareShares, share } from '../statistics/two-samples.js';
import { certainty, MAX_ROWS, MIN_STRENGTH, service, type Signal } from './signal.js';
import { formatShare, quote } from './texts.js';

/** Fewest spans of the operation on either side, and with the step on the side that has more. */
const MIN_SPANS = 3;
const ERROR_SEVERITY = 17;
const WARNING_SEVERITY = 13;
/** Share of spans below which a step counts as absent. */
const ABSENT = 0.02;

interface ChangedStep {
  readonly fact: StepFact;
  readonly strength: number;
  readonly normal: number;
  readonly abnormal: number;
}

/**
 * Operations that do something else than usual: write other log records, or call other operations. Each share is relative to the spans of
 * the same operation, so that a changed mix of requests is no difference.
 */
export function stepSignals(steps: readonly StepFact[]): Signal[] {
  const recovery = recoveries(steps);
  const changed = steps.flatMap((fact) => changedStep(fact, recovery.get(fact.service) ?? 0));
  return [...Map.groupBy(changed, (step) => `${step.fact.service}\n${nameOf(step)}`).values()].flatMap((own) =>
    toSignal(own),
  );
}

/** Measures how much rarer the errors of each service have become: it then also does other things, which are no symptom. */
function recoveries(steps: readonly StepFact[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const fact of steps) {
    if (fact.severity < ERROR_SEVERITY) continue;
    const { isCertain, before, during } = compare(fact);
    const recovery = isCertain * Math.max(before - during, 0);
    if (recovery > (found.get(fact.service) ?? 0)) found.set(fact.service, recovery);
  }
  return found;
}

function compare({ calls, sides }: StepFact) {
  const normal = { of: calls.normal, count: Math.min(sides.normal, calls.normal) };
  const abnormal = { of: calls.abnormal, count: Math.min(sides.abnormal, calls.abnormal) };
  const isEnough = Math.min(normal.of, abnormal.of) >= MIN_SPANS && Math.max(normal.count, abnormal.count) >= MIN_SPANS;
  const isCertain = isEnough ? certainty(compareShares(normal, abnormal)) : 0;
  return { isCertain, before: share(normal), during: share(abnormal) };
}

function changedStep(fact: StepFact, recovery: number): ChangedStep[] {
  const { isCertain, before, during } = compare(fact);
  const isNewError = fact.severity >= ERROR_SEVERITY && during > before;
  const other = isNewError ? 1 : 1 - Math.min(1, 2 * recovery);
  const strength = isCertain * sizeOf(before, during) * meaning(fact, before, during) * other;
  return strength < MIN_STRENGTH ? [] : [{ fact, strength, normal: before, abnormal: during }];
}

/** New steps and missing ones are differences also of rare operations. */
function sizeOf(before: number, during: number): number {
  if (during < before) return (1 - during / before) * Math.sqrt(before);
  return before < ABSENT ? Math.sqrt(during - before) : during - before;
}

/**
 * The weight of a changed share for the operation itself. New errors tell most. What no longer happens tells that something before it went
 * wrong, unless it is an error. Other records and calls also follow what the callers want.
 */
function meaning({ type, severity }: StepFact, before: number, during: number): number {
  const isMore = during > before;
  if (type === 'call') return before < ABSENT || during < ABSENT ? 0.3 : 0.15;
  if (severity >= ERROR_SEVERITY) return isMore ? 1 : 0;
  if (!isMore) return during <= before / 10 ? 0.6 : 0.25;
  if (severity >= WARNING_SEVERITY) return 0.6;
  return before < ABSENT ? 0.4 : 0.25;
}

function nameOf({
  fact: { type, severity },
  normal,
  abnormal,
}: ChangedStep): 'log_error' | 'log_pattern' | 'call_pattern' {
  if (type === 'call') return 'call_pattern';
  return severity >= ERROR_SEVERITY && abnormal > normal ? 'log_error' : 'log_pattern';
}

function toSignal(changed: readonly ChangedStep[]): Signal[] {
  const ordered = [...changed].sort((a, b) => b.strength - a.strength);
  const [top] = ordered;
  if (!top) return [];
  const { fact, strength } = top;
  const seen = ordered.flatMap(({ fact: { firstSeen }, abnormal, normal }) =>
    firstSeen !== undefined && normal < ABSENT && abnormal > normal ? [firstSeen] : [],
  );
  return [
    {
      name: nameOf(top),
      kind: fact.type === 'log' ? 'log_pattern' : 'service_map',
      entity: service(fact.service),
      strength,
      ...(seen.length > 0 && { onset: Math.min(...seen) }),
      text: describe(top),
      rows: ordered.slice(0, MAX_ROWS).map(({ fact: { operation, step, severity }, normal, abnormal }) => ({
        service: fact.service,
        operation,
        step: step.slice(0, 300),
        severity,
        normal_share: normal,
        share: abnormal,
      })),
    },
  ];
}

function describe({ fact: { operation, type, step }, normal, abnormal }: ChangedStep): string {
  const spans = operation === '' ? 'log records without a span' : `spans ${quote(operation)}`;
  const what =
    type === 'call' ? `call ${quote(step)}` : operation === '' ? `are ${quote(step)}` : `write ${quote(step)}`;
  return `${formatShare(abnormal)} of the ${spans} ${what} instead of ${formatShare(normal)}`;
}
