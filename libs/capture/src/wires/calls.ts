import type { JsonObject } from '../sanitize.js';

/** A call of an SDK of another product: one JSON object for each call of its interface. */
export type SdkCall = Readonly<Record<string, unknown>>;

/** An event as the capture wire has it, from a call; validated afterwards like any other. */
export type TranslatedEvent = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of an object; none of anything else. */
export function toMembers(value: unknown): SdkCall {
  return isObject(value) ? value : {};
}
