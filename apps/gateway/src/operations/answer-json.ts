import { create, type DescMessage, type Message } from '@bufbuild/protobuf';
import { encodeJson } from '@svc/contract';
import { hasFields, largeFields, readList, readMessage, sliceLength, type LargeField } from '@svc/rpc';
import { EventLoopYielder } from '@svc/runtime';

/**
 * The JSON text of an answer. Answers of up to 32 MiB exist, such as traces of 50,000 spans, so other requests run between the pieces of
 * a long list, also one of a message in the answer.
 */
export async function formatAnswer(desc: DescMessage, answer: Message): Promise<Buffer> {
  const text = new AnswerText();
  await text.add(desc, answer);
  return Buffer.concat(text.pieces);
}

class AnswerText {
  readonly pieces: Buffer[] = [];
  readonly #yielder = new EventLoopYielder(1);

  async add(desc: DescMessage, message: Message): Promise<void> {
    const large = new Map(
      largeFields(desc, message).flatMap((field) => (hasFields(field) ? [[field.name, field] as const] : [])),
    );
    if (large.size === 0) return this.#write(JSON.stringify(encodeJson(desc, message)));
    const empty = Object.fromEntries(Array.from(large.values(), (field) => [field.localName, emptyValue(field)]));
    let separator = '{';
    for (const [name, value] of Object.entries(encodeJson(desc, { ...message, ...empty }))) {
      this.#write(`${separator}${JSON.stringify(name)}:`);
      separator = ',';
      const field = large.get(name);
      if (!field) this.#write(JSON.stringify(value));
      else if (field.fieldKind === 'list') await this.#addList(field, readList(message, field) as Message[]);
      else await this.add(field.message, readMessage(message, field) as Message);
    }
    this.#write('}');
  }

  async #addList(field: LargeField, elements: readonly Message[]): Promise<void> {
    const length = sliceLength(field);
    for (let at = 0; at < elements.length; at += length) {
      this.#write(at === 0 ? '[' : ',');
      const slice = elements.slice(at, at + length);
      if (length === 1) for (const element of slice) await this.add(field.message, element);
      else this.#write(JSON.stringify(slice.map((element) => encodeJson(field.message, element))).slice(1, -1));
      if (this.#yielder.isDue()) await this.#yielder.yield();
    }
    this.#write(']');
  }

  #write(text: string): void {
    this.pieces.push(Buffer.from(text));
  }
}

/** A value whose text is replaced by that of the field, which keeps the order of the fields. */
function emptyValue({ fieldKind, message }: LargeField): unknown {
  return fieldKind === 'list' ? [] : create(message);
}
