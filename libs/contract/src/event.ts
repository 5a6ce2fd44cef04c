import type { DescMessage, Message } from '@bufbuild/protobuf';
import { encodeJson } from './json/encode.js';
import type { JsonObject } from './json/json.js';

/** A server-sent event. */
export interface ServerEvent {
  /** Absent if the event does not change the position from which a client resumes. */
  readonly id?: string;
  readonly name: string;
  readonly data: JsonObject;
}

/** Converts a message of a stream to an event: its `id`, and the case and message of its oneof. */
export function toServerEvent<Desc extends DescMessage>(desc: Desc, message: Message): ServerEvent {
  const [oneof] = desc.oneofs;
  const fields: Readonly<Record<string, unknown>> = message;
  const chosen = oneof && (fields[oneof.localName] as { case?: string; value?: Message });
  const field = oneof?.fields.find(({ localName }) => localName === chosen?.case);
  if (!field?.message || !chosen?.value) throw new Error(`${desc.typeName} is no event, or none was chosen`);
  const id = fields['id'];
  const data = encodeJson<DescMessage>(field.message, chosen.value);
  return { ...(typeof id === 'string' && id !== '' && { id }), name: field.name, data };
}
