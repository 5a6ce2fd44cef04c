import { readJson, type AlertRule, type AlertRuleState } from '@svc/relational';
import type { RuleSnapshot } from '../../alerts/index.js';
import { toMs, type Rule, type RuleDefinition } from '../definition/definition.js';
import type { SeriesMemory } from './series-memory.js';

/** A stored rule as evaluations read it. The columns only hold what was checked before. */
export function toRule({ id, name, severity, kind, definition }: Omit<AlertRule, 'state'>): Rule {
  return {
    id,
    name,
    severity: severity as Rule['severity'],
    kind: kind as Rule['kind'],
    // An earlier version of the service may have written it.
    definition: { ...ADDED, ...readJson<RuleDefinition>(definition) },
  };
}

const ADDED: Pick<RuleDefinition, 'investigate' | 'external'> = { investigate: null, external: null };

export const storedMemory = (state: Pick<AlertRuleState, 'memory'> | null): readonly SeriesMemory[] =>
  readJson(state?.memory ?? []);

/** Converts a rule to the snapshot that its alerts keep. */
export function toSnapshot({ id, name, severity, definition }: Rule, version: bigint): RuleSnapshot {
  const { labels, annotations, notify, incident, investigate } = definition;
  return {
    id,
    name,
    severity,
    labels,
    annotations,
    notify: {
      channels: notify.channels,
      ...(notify.escalationPolicyId !== '' && { escalationPolicyId: notify.escalationPolicyId }),
      groupBy: notify.groupBy,
      groupWaitMs: toMs(notify.groupWait),
      groupIntervalMs: toMs(notify.groupInterval),
      repeatIntervalMs: toMs(notify.repeatInterval),
    },
    incident: {
      autoCreate: incident.autoCreate,
      ...(incident.severity !== null && { severity: incident.severity }),
    },
    ...(investigate && { investigate: true }),
    version: Number(version),
  };
}

/** The series of a memory that have an alert. */
export function countPhases(memory: readonly SeriesMemory[]): { pending: number; firing: number } {
  const count = (phase: SeriesMemory['phase']): number => memory.filter((series) => series.phase === phase).length;
  return { pending: count('pending'), firing: count('firing') };
}
