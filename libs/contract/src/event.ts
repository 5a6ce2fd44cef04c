import type { DescMessage, Message } from '@bufbuild/protobuf';
import { encodeJson } from './json/encode.js';
import type { JsonObject } from './json/json.js';

/** A server-sent event. */
export interface ServerEvent {
  /** Absent when it does not move the place from which a client continues. */
  readonly id?: string;
  readonly name: string;
  readonly data: JsonObject;
}

/** The event that a message of a streamed answer stands for: its `id`, and the case and the message of its oneof. */
export function eventOf<Desc extends DescMessage>(desc: Desc, message: Message): ServerEvent {
  const [oneof] = desc.oneofs;
  const fields = message as unknown as Readonly<Record<string, unknown>>;
  const chosen = oneof && (fields[oneof.localName] as { case?: string; value?: Message });
  const field = oneof?.fields.find(({ localName }) => localName === chosen?.case);
  if (!field?.message || !chosen?.value) throw new Error(`${desc.typeName} is no event, or none was chosen`);
  const id = fields['id'];
  const data = encodeJson<DescMessage>(field.message, chosen.value);
  return { ...(typeof id === 'string' && id !== '' && { id }), name: field.name, data };
}
