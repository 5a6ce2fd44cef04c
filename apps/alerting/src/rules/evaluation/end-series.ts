import { isDeepStrictEqual } from 'node:util';
import type { AlertChange, AlertReason, RuleSnapshot } from '../../alerts/index.js';
import { alertLabels, type Rule } from '../definition/definition.js';
import type { SeriesChange } from './evaluate.js';
import { summarizeExternal } from './external-summary.js';
import { stillTakes } from './external-taking.js';
import type { ExternalFacts, SeriesMemory } from './series-memory.js';
import { summarizeBreach, summarizeRecovery } from './summary.js';

/** A rule of a project, with what its alerts keep of it. */
export interface AlertingRule {
  readonly projectId: string;
  readonly rule: Rule;
  readonly snapshot: RuleSnapshot;
}

/** Converts a change of a series to a change of its alert. */
export function toAlertChange({ projectId, rule, snapshot }: AlertingRule, change: SeriesChange): AlertChange {
  const { phase, reason, labels, at, value, external } = change;
  return {
    projectId,
    phase,
    reason,
    // An evaluation knows nothing new about an alert of another product.
    ...(external ? { value: null, isRepeated: true, keepsText: true } : { value }),
    rule: external ? withSender(snapshot, labels, external) : snapshot,
    labels: alertLabels(rule, labels),
    at: new Date(at),
    summary: toSummary(rule, change),
  };
}

/** The name and the severity of an alert of another product are its own. */
export function withSender(
  snapshot: RuleSnapshot,
  labels: SeriesMemory['labels'],
  { severity }: Pick<ExternalFacts, 'severity'>,
): RuleSnapshot {
  return { ...snapshot, name: labels['alertname'] ?? snapshot.name, severity };
}

function toSummary(rule: Rule, { phase, reason, value, ...facts }: SeriesChange): string {
  if (rule.kind === 'external')
    return summarizeExternal(rule.definition, { phase, at: facts.at, external: facts.external });
  if (reason === 'no_data') return 'There is no data.';
  return phase === 'ended' ? summarizeRecovery(rule, value, facts) : summarizeBreach(rule, value, facts);
}

/** Ends the alerts of series that the rule no longer has. */
export function endSeries(
  rule: AlertingRule,
  series: readonly SeriesMemory[],
  reason: AlertReason,
  at: Date,
): AlertChange[] {
  return series
    .filter(({ phase }) => phase !== 'inactive')
    .map(({ labels }) => ({
      ...toAlertChange(rule, { labels, reason, phase: 'ended', at: at.getTime(), value: null }),
      summary: ENDINGS.get(reason) ?? '',
    }));
}

const ENDINGS: ReadonlyMap<AlertReason, string> = new Map([
  ['rule_changed', 'The rule was changed.'],
  ['rule_deleted', 'The rule was deleted.'],
  ['rule_disabled', 'The rule was disabled.'],
]);

/**
 * The series that a changed rule keeps: all of them if it distinguishes series by the same fields and adds the same
 * labels, otherwise no series. A series that the new query does not find ends with the next evaluation. Of the alerts of other products
 * those are kept that the rule still takes.
 */
export function keptSeries(before: Rule, after: Rule, memory: readonly SeriesMemory[]): readonly SeriesMemory[] {
  if (after.kind === 'external' && before.kind === 'external') {
    const [now, then] = [after, before].map(({ definition }) => Object.entries(definition.labels).toSorted());
    return isDeepStrictEqual(now, then) ? memory.filter((series) => stillTakes(before, after, series)) : [];
  }
  const identity = ({ name, kind, definition }: Rule): string =>
    JSON.stringify([name, kind, definition.groupBy.toSorted(), Object.entries(definition.labels).toSorted()]);
  return identity(before) === identity(after) ? memory : [];
}
