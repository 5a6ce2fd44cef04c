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

/** One row for each schedule, with the number of its layers and of the different users in them. */
export function scheduleRows(answer: Json): JsonObject[] {
  return objectsAt(answer, 'schedules').map((schedule) => {
    const layers = objectsAt(schedule, 'layers');
    const users = layers.flatMap(({ users: list }): readonly Json[] =>
      Array.isArray(list) ? (list as readonly Json[]) : [],
    );
    return { ...schedule, layers: layers.length, users: new Set(users).size };
  });
}
