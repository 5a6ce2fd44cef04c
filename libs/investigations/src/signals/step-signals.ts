import type { StepFact } from '../facts/facts.js';
import { compareShares, share } from '../statistics/two-samples.js';
import { MAX_ROWS, service, type Signal } from './signal.js';
import { formatShare, quote } from './texts.js';

/** Standard errors beyond which the share of spans with a step differs. Some thousand steps are compared. */
const THRESHOLD = 4.5;
/** A change of the share of spans below this is no symptom. */
const MIN_CHANGE = 0.03;
/** Fewest spans with the step, on the side that has more. */
const MIN_STEPS = 3;
const ERROR_SEVERITY = 17;
const WARNING_SEVERITY = 13;

interface ChangedStep {
  readonly fact: StepFact;
  readonly score: number;
  readonly normal: number;
  readonly abnormal: number;
  /** Spans that behave differently, weighted by what they tell. */
  readonly weight: number;
}

/**
 * Operations that do something else than usual: write other log records, or call other operations. Each share is relative to the spans of
 * the same operation, so that a changed mix of requests is no difference.
 */
export function stepSignals(steps: readonly StepFact[]): Signal[] {
  const changed = steps.flatMap((fact) => changedStep(fact));
  return [...Map.groupBy(changed, ({ fact }) => `${fact.service}\n${fact.type}`).values()].flatMap((own) => toSignal(own));
}

function changedStep(fact: StepFact): ChangedStep[] {
  const { calls, sides } = fact;
  const normal = { of: calls.normal, count: Math.min(sides.normal, calls.normal) };
  const abnormal = { of: calls.abnormal, count: Math.min(sides.abnormal, calls.abnormal) };
  if (normal.of === 0 || abnormal.of === 0 || Math.max(normal.count, abnormal.count) < MIN_STEPS) return [];
  const score = compareShares(normal, abnormal);
  const change = share(abnormal) - share(normal);
  if (Math.abs(score) < THRESHOLD || Math.abs(change) < MIN_CHANGE) return [];
  return [
    {
      fact,
      score: Math.abs(score),
      normal: share(normal),
      abnormal: share(abnormal),
      weight: Math.abs(change) * abnormal.of * importance(fact, change),
    },
  ];
}

/** New errors tell most, what no longer happens least: it is missing because of something before it. */
function importance({ severity }: StepFact, change: number): number {
  if (change < 0) return 0.5;
  if (severity >= ERROR_SEVERITY) return 2;
  return severity >= WARNING_SEVERITY ? 1.5 : 1;
}

function toSignal(changed: readonly ChangedStep[]): Signal[] {
  const ordered = [...changed].sort((a, b) => b.weight - a.weight);
  const [top] = ordered;
  if (!top) return [];
  const { fact } = top;
  const isLog = fact.type === 'log';
  const seen = changed.flatMap(({ fact: { firstSeen }, abnormal, normal }) =>
    firstSeen !== undefined && normal === 0 && abnormal > 0 ? [firstSeen] : [],
  );
  return [
    {
      name: isLog ? 'log_pattern' : 'call_pattern',
      kind: isLog ? 'log_pattern' : 'service_map',
      entity: service(fact.service),
      score: Math.max(...changed.map(({ score }) => score)),
      magnitude: top.weight,
      ...(seen.length > 0 && { onset: Math.min(...seen) }),
      text: describe(top),
      rows: ordered.slice(0, MAX_ROWS).map(({ fact: { service: name, operation, step, severity }, normal, abnormal }) => ({
        service: name,
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
  const [verb, noun] = type === 'log' ? ['write', 'the log record'] : ['call', ''];
  const what = noun === '' ? quote(step) : `${noun} ${quote(step)}`;
  return `${formatShare(abnormal)} of the spans ${quote(operation)} ${verb} ${what} instead of ${formatShare(normal)}`;
}
