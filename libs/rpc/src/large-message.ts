import { setImmediate } from 'node:timers/promises';
import {
  create,
  fromBinary,
  mergeFromBinary,
  toBinary,
  type DescMessage,
  type Message,
  type MessageInitShape,
} from '@bufbuild/protobuf';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { hasFields, largeFields, readList, readMessage, sliceLength, type LargeField } from './large-fields.js';

type Init = MessageInitShape<DescMessage>;

/** Bytes that are parsed in one turn of the event loop, which takes a few milliseconds. */
const SLICE_BYTES = 256 * 1024;
/** Half of the 20 ms for which the event loop may be blocked at most. */
const MAX_HELD_MS = 10;

/**
 * Like `fromBinary`, but lets other calls run while it parses a large message. That a message may be split between any two of its fields
 * is part of the protobuf format; a large message inside of it is parsed in the same way.
 *
 * @throws Error if the bytes are not a message.
 */
export async function parseMessage(desc: DescMessage, bytes: Uint8Array): Promise<Message> {
  if (bytes.length <= SLICE_BYTES) return fromBinary(desc, bytes);
  const message: Message = create(desc);
  await mergeMessage(desc, message, bytes);
  return message;
}

async function mergeMessage(desc: DescMessage, message: Message, bytes: Uint8Array): Promise<void> {
  const reader = new BinaryReader(bytes);
  let start = 0;
  while (reader.pos < reader.len) {
    const begin = reader.pos;
    const [number, wireType] = reader.tag();
    const value = reader.skip(wireType, number);
    const field = value.length > SLICE_BYTES ? innerField(desc, number, wireType) : undefined;
    if (!field && reader.pos - start < SLICE_BYTES && reader.pos < reader.len) continue;
    mergeFromBinary(desc, message, bytes.subarray(start, field ? begin : reader.pos));
    start = reader.pos;
    await setImmediate();
    if (field) await mergeMessage(field.message, openField(message, field), new BinaryReader(value).bytes());
  }
}

/** The field whose messages can be parsed by themselves. */
function innerField(desc: DescMessage, number: number, wireType: WireType): LargeField | undefined {
  const field = desc.fields.find((each) => each.number === number);
  if (!field || !hasFields(field) || wireType !== WireType.LengthDelimited || field.oneof) return undefined;
  return field.fieldKind === 'list' || field.fieldKind === 'message' ? field : undefined;
}

/** The message of the field to which bytes are added: a new element of a list, or the message that is there already. */
function openField(message: Message, field: LargeField): Message {
  const fields = message as Message & Record<string, unknown>;
  const known = fields[field.localName];
  if (field.fieldKind !== 'list' && known !== undefined) return known as Message;
  const added = create(field.message);
  if (field.fieldKind === 'list') (known as Message[]).push(added);
  else fields[field.localName] = added;
  return added;
}

/** Like `toBinary` of the created message, but lets other calls run while it serializes long lists, also those of messages in it. */
export function serializeMessage(desc: DescMessage, init: Init): Promise<Buffer> {
  return serialize(desc, init, { heldSince: performance.now() });
}

async function serialize(desc: DescMessage, init: Init, turn: { heldSince: number }): Promise<Buffer> {
  const large = largeFields(desc, init);
  if (large.length === 0) return Buffer.from(toBinary(desc, create(desc, init)));
  const parts: Uint8Array[] = [toBinary(desc, create(desc, without(init, large)))];
  const addInner = async (field: LargeField, inner: Init): Promise<void> => {
    const bytes = await serialize(field.message, inner, turn);
    parts.push(new BinaryWriter().tag(field.number, WireType.LengthDelimited).uint32(bytes.length).finish(), bytes);
  };
  for (const field of large) {
    const elements = (field.fieldKind === 'list' ? readList(init, field) : [readMessage(init, field)]) as Init[];
    const slice = field.fieldKind === 'list' ? sliceLength(field) : 1;
    for (let at = 0; at < elements.length; at += slice) {
      const some = elements.slice(at, at + slice);
      if (slice > 1) parts.push(toBinary(desc, create(desc, { [field.localName]: some })));
      else for (const element of some) await addInner(field, element);
      if (performance.now() - turn.heldSince < MAX_HELD_MS) continue;
      await setImmediate();
      turn.heldSince = performance.now();
    }
  }
  return Buffer.concat(parts);
}

/** A copy without the fields. It keeps the prototype, from which a message may read the defaults of its fields. */
function without(init: Init, fields: readonly LargeField[]): Init {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(init) as object) as Init, init);
  const empty = fields.map(({ localName, fieldKind }) => [localName, fieldKind === 'list' ? [] : undefined]);
  return Object.assign(copy, Object.fromEntries(empty) as Init);
}
