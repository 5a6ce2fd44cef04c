import type { RecordedEvent } from '../contract.js';

/** Types of events of rrweb, from packages/types of its repository. */
export const EVENT = { fullSnapshot: 2, incremental: 3, meta: 4, asset: 7 } as const;
/** The source of incremental events that change nodes. */
export const MUTATION = 0;
/** The type of serialized nodes that are elements. */
export const ELEMENT = 2;

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects in a list, which is empty if the value is none. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function dataOf({ data }: RecordedEvent): JsonObject {
  return isObject(data) ? data : {};
}
