import type { DescField, DescMessage } from '@bufbuild/protobuf';

const cache = new WeakMap<DescMessage, ReadonlyMap<string, DescField>>();

/** The fields of a message by their name on the wire, which is the proto's. */
export function fieldsByName(desc: DescMessage): ReadonlyMap<string, DescField> {
  const known = cache.get(desc);
  if (known) return known;
  const fields = new Map(desc.fields.map((field) => [field.name, field]));
  cache.set(desc, fields);
  return fields;
}

/** The members of a message that is being put together, by local name, as `create` takes them. */
export type MessageInit = Record<string, unknown>;

/** Sets a field that is not part of the message's own class: a oneof holds its case beside the value. */
export function setField(init: MessageInit, field: DescField, value: unknown): void {
  if (field.oneof) init[field.oneof.localName] = { case: field.localName, value };
  else init[field.localName] = value;
}
