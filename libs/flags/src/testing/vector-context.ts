import type { Json } from '../definition.js';
import type { EvaluationContext } from '../evaluate.js';

/** The evaluation context of a test vector, as JSON. */
export interface VectorContext {
  readonly distinct_id: string;
  readonly now?: string;
  readonly groups?: Readonly<Record<string, string>>;
  readonly person_properties?: Readonly<Record<string, Json>>;
  readonly group_properties?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly cohorts?: readonly string[];
}

/** Everything is known: properties that the vector does not name are absent. */
export function toEvaluationContext(vector: VectorContext): EvaluationContext {
  const { distinct_id: distinctId, now, groups = {}, person_properties: person = {}, cohorts = [] } = vector;
  const groupProperties = Object.entries(vector.group_properties ?? {});
  return {
    distinctId,
    personId: distinctId,
    nowMs: now === undefined ? 0 : Date.parse(now),
    groups,
    personProperties: { values: person, isComplete: true },
    groupProperties: Object.fromEntries(groupProperties.map(([type, values]) => [type, { values, isComplete: true }])),
    isCohortMember: (id) => cohorts.includes(id),
  };
}
