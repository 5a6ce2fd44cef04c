import type { DescField, DescMessage } from '@bufbuild/protobuf';

const cache = new WeakMap<DescMessage, ReadonlyMap<string, DescField>>();

/** The fields of a message by their JSON name, which is the name in the proto. */
export function fieldsByName(desc: DescMessage): ReadonlyMap<string, DescField> {
  const known = cache.get(desc);
  if (known) return known;
  const fields = new Map(desc.fields.map((field) => [field.name, field]));
  cache.set(desc, fields);
  return fields;
}

/** The members of a message under construction, by local name, as `create` accepts them. */
export type MessageInit = Record<string, unknown>;

/** Sets a field of the message; a field of a oneof is stored with its case. */
export function setField(init: MessageInit, field: DescField, value: unknown): void {
  if (field.oneof) init[field.oneof.localName] = { case: field.localName, value };
  else init[field.localName] = value;
}
