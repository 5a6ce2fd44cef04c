import type { Json } from '../definition/definition.js';
import type { EvaluationContext } from '../evaluate.js';

/** The evaluation context of a test vector, as JSON. */
export interface VectorContext {
  readonly distinct_id: string;
  readonly now?: string;
  readonly groups?: Readonly<Record<string, string>>;
  readonly person_properties?: Readonly<Record<string, Json>>;
  readonly group_properties?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** Values that were written by a server; no others count for conditions that demand one. */
  readonly server_person_properties?: Readonly<Record<string, Json>>;
  readonly server_group_properties?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly cohorts?: readonly string[];
}

/** Everything is known: properties that the vector does not name are absent. */
export function toEvaluationContext(vector: VectorContext): EvaluationContext {
  const { distinct_id: distinctId, now, groups = {}, person_properties: person = {}, cohorts = [] } = vector;
  return {
    distinctId,
    personId: distinctId,
    nowMs: now === undefined ? 0 : Date.parse(now),
    groups,
    personProperties: { values: person, isComplete: true },
    groupProperties: toSources(vector.group_properties),
    serverPersonProperties: { values: vector.server_person_properties ?? {}, isComplete: true },
    serverGroupProperties: toSources(vector.server_group_properties),
    isCohortMember: (id) => cohorts.includes(id),
  };
}

function toSources(properties: VectorContext['group_properties'] = {}): EvaluationContext['groupProperties'] {
  return Object.fromEntries(Object.entries(properties).map(([type, values]) => [type, { values, isComplete: true }]));
}
