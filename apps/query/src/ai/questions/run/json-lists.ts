import type { JsonObject, JsonValue } from '@svc/questions';

/** The objects of a list of a response; none if it is absent. */
export const objects = (list: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(list) ? (list as readonly JsonObject[]) : [];

/** The texts of one field of each object, without empty ones. */
export const names = (list: JsonValue | undefined, field: string): string[] =>
  objects(list).flatMap((one) => {
    const value = one[field];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
