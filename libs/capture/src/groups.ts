import type { JsonValue } from '@svc/redaction';
import { GROUP_IDENTIFY, type GroupKey } from './captured-event.js';
import { EventRefusal } from './refusal.js';
import { MAX_ENTRIES, type JsonObject } from './sanitize.js';
import { checkId } from './text.js';

/** The top-level property that maps group types to group keys. */
export const GROUPS = '$groups';

const FIELD = 'properties.$groups';

/**
 * Returns the groups of an event from the map in its properties and the pair of top-level fields; the pair takes precedence.
 * `$groupidentify` writes to the pair; without a pair, the map may contain the only group, or the properties may name it.
 */
export function readGroups(
  event: string,
  fields: Readonly<Record<string, unknown>>,
  properties: JsonObject | undefined,
): GroupKey[] {
  const mapped = toGroupMap(properties && Object.hasOwn(properties, GROUPS) ? properties[GROUPS] : undefined);
  const pair = toGroupPair(fields, event === GROUP_IDENTIFY ? properties : undefined);
  if (event !== GROUP_IDENTIFY) return pair ? [...mapped.filter(({ type }) => type !== pair.type), pair] : mapped;
  const group = pair ?? (mapped.length === 1 ? mapped[0] : undefined);
  if (!group) throw new EventRefusal('missing_group', 'group_type');
  return [group];
}

function toGroupMap(groups: JsonValue | undefined): GroupKey[] {
  if (groups === undefined || groups === null) return [];
  if (typeof groups !== 'object' || Array.isArray(groups)) throw new EventRefusal('invalid_type', FIELD);
  const entries = Object.entries(groups);
  if (entries.length > MAX_ENTRIES) throw new EventRefusal('too_many_entries', FIELD);
  return entries.map(([type, key]) => ({
    type: nonEmpty(checkId(type, FIELD), FIELD),
    key: nonEmpty(checkId(key, FIELD), FIELD),
  }));
}

function toGroupPair(
  fields: Readonly<Record<string, unknown>>,
  properties: JsonObject | undefined,
): GroupKey | undefined {
  const type = given(fields, properties, 'group_type');
  const key = given(fields, properties, 'group_key');
  if (type === '' && key === '') return undefined;
  if (type === '') throw new EventRefusal('missing_group', 'group_type');
  if (key === '') throw new EventRefusal('missing_group', 'group_key');
  return { type, key };
}

function given(fields: Readonly<Record<string, unknown>>, properties: JsonObject | undefined, name: string): string {
  const value = fields[name] ?? properties?.[name] ?? properties?.[`$${name}`];
  return value === undefined || value === null ? '' : checkId(value, name);
}

function nonEmpty(text: string, field: string): string {
  if (text === '') throw new EventRefusal('missing_field', field);
  return text;
}
