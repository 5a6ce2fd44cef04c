import type { DescField, DescMessage, Message } from '@bufbuild/protobuf';
import { encodeJson } from '@svc/contract';
import { EventLoopYielder } from '@svc/runtime';

/** Elements of a list that are formatted as one piece if they contain no lists themselves; each may be a megabyte. */
const SLICE_ELEMENTS = 8;

/**
 * The JSON text of an answer. Answers of up to 32 MiB exist, such as traces of 50,000 spans, so other requests run between the pieces of
 * a long list.
 */
export async function formatAnswer(desc: DescMessage, answer: Message): Promise<Buffer> {
  const longLists = new Map(desc.fields.filter((field) => isLong(field, answer)).map((field) => [field.name, field]));
  if (longLists.size === 0) return Buffer.from(JSON.stringify(encodeJson(desc, answer)));
  const empty = Object.fromEntries(Array.from(longLists.values(), ({ localName }) => [localName, []]));
  const pieces: Buffer[] = [];
  for (const [name, value] of Object.entries(encodeJson(desc, { ...answer, ...empty }))) {
    pieces.push(Buffer.from(`${pieces.length === 0 ? '{' : ','}${JSON.stringify(name)}:`));
    const list = longLists.get(name);
    if (list) pieces.push(...(await formatList(list, answer)));
    else pieces.push(Buffer.from(JSON.stringify(value)));
  }
  pieces.push(Buffer.from('}'));
  return Buffer.concat(pieces);
}

async function formatList(field: DescField, answer: Message): Promise<Buffer[]> {
  const { message, localName } = field;
  const length = sliceLength(field);
  const elements = readList(answer, localName);
  const pieces: Buffer[] = [];
  const yielder = new EventLoopYielder(1);
  for (let at = 0; at < elements.length; at += length) {
    const slice = elements.slice(at, at + length).map((element) => message && encodeJson(message, element));
    pieces.push(Buffer.from(`${at === 0 ? '[' : ','}${JSON.stringify(slice).slice(1, -1)}`));
    if (yielder.isDue()) await yielder.yield();
  }
  pieces.push(Buffer.from(']'));
  return pieces;
}

function isLong(field: DescField, answer: Message): boolean {
  return (
    field.fieldKind === 'list' &&
    field.listKind === 'message' &&
    // Times and the like have a form of their own.
    !field.message.typeName.startsWith('google.protobuf.') &&
    readList(answer, field.localName).length > sliceLength(field)
  );
}

/** Elements with lists can be large one by one, such as series with their points. */
function sliceLength({ message }: DescField): number {
  return message?.fields.some(({ fieldKind }) => fieldKind === 'list') ? 1 : SLICE_ELEMENTS;
}

function readList(answer: Message, name: string): readonly Message[] {
  return (answer as Message & Record<string, readonly Message[]>)[name] ?? [];
}
