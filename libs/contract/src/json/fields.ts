import { getOption, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { required_list as requiredList } from '../gen/svc/v1/policy_pb.js';

const cache = new WeakMap<DescMessage, ReadonlyMap<string, DescField>>();

/** The fields of a message by their JSON name, which is the name in the proto. */
export function fieldsByName(desc: DescMessage): ReadonlyMap<string, DescField> {
  const known = cache.get(desc);
  if (known) return known;
  const fields = new Map(desc.fields.map((field) => [field.name, field]));
  cache.set(desc, fields);
  return fields;
}

const lists = new WeakMap<DescMessage, readonly DescField[]>();

/** The lists of a message that a request has to contain. */
export function requiredLists(desc: DescMessage): readonly DescField[] {
  const known = lists.get(desc);
  if (known) return known;
  const found = desc.fields.filter((field) => getOption(field, requiredList));
  lists.set(desc, found);
  return found;
}

/** The members of a message under construction, by local name, as `create` accepts them. */
export type MessageInit = Record<string, unknown>;

/** Sets a field of the message; a field of a oneof is stored with its case. */
export function setField(init: MessageInit, field: DescField, value: unknown): void {
  if (field.oneof) init[field.oneof.localName] = { case: field.localName, value };
  else init[field.localName] = value;
}
