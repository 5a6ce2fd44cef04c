import { parseJson } from '@svc/otlp/wire';
import { invalidField, ServiceError } from '@svc/service-error';
import { LIMITS } from './limits.js';
import { toLine, toScalar } from './text/clean.js';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses a body. @throws ServiceError invalid_request, or payload_too_large. */
export function readBody(body: Uint8Array): unknown {
  if (body.byteLength > LIMITS.bodyBytes) throw new ServiceError('payload_too_large');
  return parseJson(body);
}

/** Parses a body that has to be an object. @throws ServiceError invalid_request, or payload_too_large. */
export function readBodyObject(body: Uint8Array): JsonObject {
  return readObject(readBody(body), 'body');
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws ServiceError invalid_request that names the field. */
export function readObject(value: unknown, path: string): JsonObject {
  if (!isObject(value)) throw invalidField(path, 'must be an object');
  return value;
}

/** An object; an empty one if it is absent or null. @throws ServiceError invalid_request that names the field. */
export function readOptionalObject(value: unknown, path: string): JsonObject {
  return value === undefined || value === null ? {} : readObject(value, path);
}

/** An array; an empty one if it is absent or null. @throws ServiceError invalid_request that names the field. */
export function readOptionalArray(value: unknown, path: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalidField(path, 'must be an array');
  return value;
}

/** The alerts of a request. @throws ServiceError invalid_request that names the field if there are too many, or it is no array. */
export function readAlerts(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidField(path, 'must be an array');
  if (value.length > LIMITS.alerts) throw invalidField(path, `must have at most ${LIMITS.alerts} alerts`);
  return value;
}

/** A text, number or boolean as text; '' if it is absent or null. @throws ServiceError invalid_request that names the field. */
export function readText(value: unknown, path: string): string {
  if (value === undefined || value === null) return '';
  const text = toScalar(value);
  if (text === undefined) throw invalidField(path, 'must be a text');
  return text;
}

/** A text with a visible character. @throws ServiceError invalid_request that names the field. */
export function readRequired(value: unknown, path: string): string {
  const text = readText(value, path);
  if (toLine(text, LIMITS.labelValue) === '') throw invalidField(path, 'is required');
  return text;
}

/** A text of an object; '' for anything else. */
export function textOf(value: unknown, name: string): string {
  return (isObject(value) ? toScalar(value[name]) : undefined) ?? '';
}
