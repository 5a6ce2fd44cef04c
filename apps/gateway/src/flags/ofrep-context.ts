import type { JsonObject, JsonValue } from '@svc/contract';
import type { Asker } from './askers.js';

export class InvalidContext extends Error {
  constructor(readonly code: 'TARGETING_KEY_MISSING' | 'INVALID_CONTEXT') {
    super(code);
  }
}

/** Names of the context that are no properties of the person. */
const TARGETING_KEY = 'targetingKey';
const GROUPS = '$groups';

const MAX_ID_BYTES = 200;

/** @throws InvalidContext */
export function readContext(context: JsonObject, nowMs: number): Asker {
  const { [TARGETING_KEY]: key, [GROUPS]: groups, ...personProperties } = context;
  if (key === undefined || key === null || key === '') throw new InvalidContext('TARGETING_KEY_MISSING');
  if (typeof key !== 'string' || Buffer.byteLength(key) > MAX_ID_BYTES) throw new InvalidContext('INVALID_CONTEXT');
  return {
    distinctId: key,
    groups: readGroups(groups),
    personProperties: personProperties,
    groupProperties: {},
    nowMs,
  };
}

function readGroups(groups: JsonValue | undefined): Readonly<Record<string, string>> {
  if (groups === undefined || groups === null) return {};
  if (typeof groups !== 'object' || Array.isArray(groups)) throw new InvalidContext('INVALID_CONTEXT');
  for (const key of Object.values(groups)) if (typeof key !== 'string') throw new InvalidContext('INVALID_CONTEXT');
  return groups as Readonly<Record<string, string>>;
}
