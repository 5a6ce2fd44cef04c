import { setImmediate } from 'node:timers/promises';
import {
  create,
  fromBinary,
  mergeFromBinary,
  toBinary,
  type DescField,
  type DescMessage,
  type Message,
  type MessageInitShape,
} from '@bufbuild/protobuf';
import { BinaryReader } from '@bufbuild/protobuf/wire';

/** Bytes that are parsed in one turn of the event loop, which takes a few milliseconds. */
const SLICE_BYTES = 256 * 1024;
/** Elements of a list that are serialized between two looks at the clock, if they contain no lists themselves. */
const SLICE_ELEMENTS = 8;
/** Half of the 20 ms for which the event loop may be blocked at most. */
const MAX_HELD_MS = 10;

/**
 * Like `fromBinary`, but lets other calls run while it parses a large message. That a message may be split between any two of its fields
 * is part of the protobuf format.
 *
 * @throws Error if the bytes are not a message.
 */
export async function parseMessage(desc: DescMessage, bytes: Uint8Array): Promise<Message> {
  if (bytes.length <= SLICE_BYTES) return fromBinary(desc, bytes);
  const message: Message = create(desc);
  const reader = new BinaryReader(bytes);
  let start = 0;
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    reader.skip(wireType, field);
    if (reader.pos - start < SLICE_BYTES && reader.pos < reader.len) continue;
    mergeFromBinary(desc, message, bytes.subarray(start, reader.pos));
    start = reader.pos;
    await setImmediate();
  }
  return message;
}

/** Like `toBinary` of the created message, but lets other calls run while it serializes long lists. */
export async function serializeMessage(desc: DescMessage, init: MessageInitShape<DescMessage>): Promise<Buffer> {
  const lists = desc.fields.filter((field) => isLong(field, init));
  if (lists.length === 0) return Buffer.from(toBinary(desc, create(desc, init)));
  const parts = [toBinary(desc, create(desc, withoutLists(init, lists)))];
  let heldSince = performance.now();
  for (const field of lists) {
    const { localName } = field;
    const elements = readList(init, localName);
    const slice = sliceLength(field);
    for (let at = 0; at < elements.length; at += slice) {
      parts.push(toBinary(desc, create(desc, { [localName]: elements.slice(at, at + slice) })));
      if (performance.now() - heldSince < MAX_HELD_MS) continue;
      await setImmediate();
      heldSince = performance.now();
    }
  }
  return Buffer.concat(parts);
}

function isLong(field: DescField, init: MessageInitShape<DescMessage>): boolean {
  return (
    field.fieldKind === 'list' &&
    field.listKind === 'message' &&
    readList(init, field.localName).length > sliceLength(field)
  );
}

/** Elements with lists can be large one by one, such as series with their points. */
function sliceLength({ message }: DescField): number {
  return message?.fields.some(({ fieldKind }) => fieldKind === 'list') ? 1 : SLICE_ELEMENTS;
}

function readList(init: MessageInitShape<DescMessage>, name: string): readonly unknown[] {
  return (init[name] as readonly unknown[] | undefined) ?? [];
}

/** A copy with empty lists. It keeps the prototype, from which a message may read the defaults of its fields. */
function withoutLists(init: MessageInitShape<DescMessage>, lists: readonly DescField[]): MessageInitShape<DescMessage> {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(init) as object) as object, init);
  return Object.assign(copy, Object.fromEntries(lists.map(({ localName }) => [localName, []])));
}
