import type { JsonMapping, Wire } from '@svc/external-alerts';
import type { SilenceMatcher } from '../../alerts/index.js';
import { parseDelay } from '../../escalation/index.js';

export type RuleKind =
  'threshold' | 'absence' | 'slo' | 'composite' | 'new_issue' | 'regression' | 'anomaly' | 'pattern' | 'external';
export type Operator = 'gt' | 'gte' | 'lt' | 'lte' | 'eq' | 'neq' | 'between' | 'outside';
export type Match = '' | 'once' | 'all' | 'average' | 'total';

/** Operators that have a side on which a figure recovers. */
export const DIRECTED: ReadonlySet<Operator> = new Set(['gt', 'gte', 'lt', 'lte']);

/** A query as it was sent, with '' and [] for what is absent. */
export interface RuleQuery {
  readonly signal: string;
  readonly q: string;
  readonly service: readonly string[];
  readonly environment: readonly string[];
  readonly level: readonly string[];
  readonly metricName: string;
  readonly event: string;
  readonly field: string;
  readonly agg: string;
  readonly savedSearchId: string;
}

/** Selection of a query, after its saved search is resolved. */
export type Selection = Pick<RuleQuery, 'signal' | 'q' | 'service' | 'environment' | 'level'>;

export interface RuleCondition {
  readonly reducer: string;
  readonly op: Operator;
  readonly threshold: number;
  readonly thresholdMax: number | null;
  readonly recoveryThreshold: number | null;
}

/** The alerts of other products that a rule takes. */
export interface ExternalSettings {
  /** Empty for all but JSON. */
  readonly sources: readonly Wire[];
  readonly matchers: readonly SilenceMatcher[];
  /** Null unless JSON is a source. */
  readonly json: JsonMapping | null;
  /** Duration after which an alert of which nothing arrives ends; '' for none. */
  readonly resolveAfter: string;
  /** Duration after which the rule raises an alert if it has received nothing; '' for none. */
  readonly heartbeat: string;
}

/** Checked definition of a rule with its defaults. Durations are texts as they were sent. */
export interface RuleDefinition {
  readonly query: RuleQuery | null;
  /** Content of the saved search when the rule was saved; null without one. */
  readonly saved: Selection | null;
  readonly groupBy: readonly string[];
  readonly window: string;
  readonly interval: string;
  readonly evalDelay: string;
  readonly condition: RuleCondition | null;
  readonly match: Match;
  readonly consecutive: number;
  readonly for: string;
  readonly keepFiringFor: string;
  readonly minSamples: number;
  readonly noData: { readonly policy: 'ok' | 'alert' | 'keep'; readonly after: string };
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly notify: {
    readonly channels: readonly string[];
    readonly escalationPolicyId: string;
    readonly groupBy: readonly string[];
    readonly groupWait: string;
    readonly groupInterval: string;
    readonly repeatInterval: string;
  };
  readonly incident: { readonly autoCreate: boolean; readonly severity: number | null };
  /** Set if an alert that fires starts an investigation: who asked for it, and what this caller could read then. */
  readonly investigate: { readonly by: string; readonly scopes: readonly string[] } | null;
  readonly maxGroups: number;
  readonly slo: { readonly objective: number; readonly good: RuleQuery } | null;
  readonly composite: { readonly operator: 'all' | 'any'; readonly ruleIds: readonly string[] } | null;
  readonly pattern: string;
  /** Null for other kinds than `external`. */
  readonly external: ExternalSettings | null;
}

/** A rule that can be evaluated, whether or not it is stored. */
export interface Rule {
  readonly id: string;
  readonly name: string;
  readonly severity: 'info' | 'warning' | 'critical';
  readonly kind: RuleKind;
  readonly definition: RuleDefinition;
}

/** The durations of a rule in milliseconds. */
export interface Timing {
  readonly windowMs: number;
  readonly intervalMs: number;
  readonly delayMs: number;
  readonly forMs: number;
  readonly keepFiringForMs: number;
  readonly noDataAfterMs: number;
}

export function toTiming(definition: RuleDefinition): Timing {
  return {
    windowMs: toMs(definition.window),
    intervalMs: toMs(definition.interval),
    delayMs: toMs(definition.evalDelay),
    forMs: toMs(definition.for),
    keepFiringForMs: toMs(definition.keepFiringFor),
    noDataAfterMs: toMs(definition.noData.after),
  };
}

/** Converts a duration that was checked. */
export const toMs = (duration: string): number => (parseDelay(duration) ?? 0) * 1000;

/** Rules that domain events change; they measure nothing. */
export const followsEvents = (kind: RuleKind): boolean =>
  kind === 'new_issue' || kind === 'regression' || kind === 'anomaly';

/** Rules that measure telemetry. The others look at events or at other rules, for which no news is good news. */
export const measures = (kind: RuleKind): boolean =>
  kind !== 'composite' && kind !== 'external' && !followsEvents(kind);

/** Other spellings of the labels by which alerts are usually routed. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['service', 'service_name'],
  ['service.name', 'service_name'],
  ['env', 'environment'],
  ['deployment.environment', 'environment'],
  ['deployment.environment.name', 'environment'],
]);

/**
 * The labels of an alert: the labels of its series, then those of the rule, then the name of the rule, or that of the alert if another
 * product has raised it.
 */
export function alertLabels(
  { name, kind, definition }: Pick<Rule, 'name' | 'kind' | 'definition'>,
  series: Readonly<Record<string, string>>,
): Record<string, string> {
  const renamed = Object.entries(series).map(([label, value]): [string, string] => [
    SPELLINGS.get(label) ?? label,
    value,
  ]);
  const alertname = (kind === 'external' && series['alertname']) || name;
  return { ...(Object.fromEntries(renamed) as Record<string, string>), ...definition.labels, alertname };
}
