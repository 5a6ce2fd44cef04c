import type { JsonValue } from '@svc/redaction';
import type { PropertyWrite } from './captured-event.js';
import { EventRefusal } from './refusal.js';
import { checkKey, sanitizeValue, type JsonObject } from './sanitize.js';

const MAX_WRITES = 250;

export interface MutationFields {
  readonly set: JsonObject | undefined;
  readonly setOnce: JsonObject | undefined;
  readonly unset: readonly JsonValue[] | undefined;
}

/** Returns the writes of one event; each key may occur only once in all fields. */
export function readWrites({ set, setOnce, unset }: MutationFields): PropertyWrite[] {
  const writes: PropertyWrite[] = [];
  const setKeys = set ? Object.keys(set) : [];
  const onceKeys = setOnce ? Object.keys(setOnce) : [];
  const total = setKeys.length + onceKeys.length + (unset?.length ?? 0);
  if (total === 0) return writes;
  if (total > MAX_WRITES) {
    const field = unset && unset.length > MAX_WRITES ? 'unset' : onceKeys.length > MAX_WRITES ? 'set_once' : 'set';
    throw new EventRefusal('too_many_mutation_keys', field);
  }
  const seen = new Set<string>();
  const add = (key: string, field: string): void => {
    if (key === '') throw new EventRefusal('empty_mutation_name', field);
    checkKey(key, field);
    if (seen.has(key)) throw new EventRefusal('mutation_key_conflict', field);
    seen.add(key);
  };
  for (const key of setKeys) {
    add(key, 'set');
    writes.push({ op: 'set', key, value: sanitizeValue(set?.[key] ?? null, key, 'set') });
  }
  for (const key of onceKeys) {
    add(key, 'set_once');
    writes.push({ op: 'set_once', key, value: sanitizeValue(setOnce?.[key] ?? null, key, 'set_once') });
  }
  for (const key of unsetKeys(unset)) {
    add(key, 'unset');
    writes.push({ op: 'unset', key, value: '' });
  }
  return writes;
}

function unsetKeys(unset: readonly JsonValue[] = []): Set<string> {
  const keys = new Set<string>();
  for (const key of unset) {
    if (typeof key !== 'string') throw new EventRefusal('invalid_type', 'unset');
    if (keys.has(key)) throw new EventRefusal('duplicate_mutation_key', 'unset');
    keys.add(key);
  }
  return keys;
}
