import { objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';

/** One row for each policy, with the delays of its levels: `5m → 15m`. */
export function policyRows(answer: Json): JsonObject[] {
  return objectsAt(answer, 'escalation_policies').map((policy) => ({
    ...policy,
    levels: objectsAt(policy, 'levels')
      .map(({ delay }) => plainText(delay ?? ''))
      .join(' → '),
  }));
}
