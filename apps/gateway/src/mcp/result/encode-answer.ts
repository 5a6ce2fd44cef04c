import { isMessage, type DescField, type DescMessage, type Message } from '@bufbuild/protobuf';
import { DocumentSchema, encodeJson, type JsonObject, type Operation } from '@svc/contract';
import { ServiceError } from '@svc/service-error';
import { releaseDocument, takeDocument } from '../../operations/document-reply.js';

/** The first elements of each list that are encoded, and of all lists of an answer together; a result has room for far fewer. */
const MAX_ELEMENTS = 200;
const MAX_ALL_ELEMENTS = 5_000;
/** Parsing a longer document would keep other requests waiting. */
const MAX_DOCUMENT_BYTES = 512 * 1024;

/** The answer of an operation as JSON. */
export interface OperationJson {
  readonly json: JsonObject;
  /** Lengths of the lists of the answer, of which `json` has at most the first elements. */
  readonly counts: Readonly<Record<string, number>>;
  /** Names of lists of which `json` lacks elements, such as `spans.events` for lists within elements of a list. */
  readonly cutLists: readonly string[];
}

/**
 * Encodes as much of an answer as a result could show. Answers of up to 32 MiB exist; the work on one must not depend on its size. Whoever
 * needs other elements than the first ones, or a figure over all of them, takes it from the message itself.
 *
 * @throws ServiceError query_too_expensive for a document that is too long to be read in part.
 */
export function encodeAnswer(operation: Operation, answer: Message): OperationJson {
  if (isMessage(answer, DocumentSchema)) {
    if (answer.json.byteLength > MAX_DOCUMENT_BYTES) {
      releaseDocument(answer);
      const message =
        'The answer of the operation is too long for a tool. Narrow its parameters, or call it over REST.';
      throw new ServiceError('query_too_expensive', { message });
    }
    return { json: JSON.parse(takeDocument(answer)) as JsonObject, counts: {}, cutLists: [] };
  }
  const { output } = operation.rpc;
  const counts = Object.fromEntries(
    output.fields
      .filter(({ fieldKind }) => fieldKind === 'list')
      .map(({ name, localName }) => [name, readList(answer, localName).length]),
  );
  const shortener = new Shortener();
  const json = encodeJson<DescMessage>(output, shortener.shorten(output, answer));
  return { json, counts, cutLists: [...shortener.cutLists] };
}

/** Copies a message with only the first elements of its lists of messages. */
class Shortener {
  readonly cutLists = new Set<string>();
  #left = MAX_ALL_ELEMENTS;

  /** @param prefix name of the list or field that has the message, with a dot. */
  shorten(desc: DescMessage, message: Message, prefix = ''): Message {
    const changed: Record<string, unknown> = {};
    for (const field of desc.fields) {
      const nested = nestedMessage(field);
      if (!nested || nested.typeName.startsWith('google.protobuf.')) continue;
      const name = `${prefix}${field.name}`;
      if (field.fieldKind === 'list') {
        const elements = this.#firstOf(readList(message, field.localName), name);
        changed[field.localName] = elements.map((element) => this.shorten(nested, element, `${name}.`));
      } else {
        const value = (message as unknown as Record<string, Message | undefined>)[field.localName];
        if (value) changed[field.localName] = this.shorten(nested, value, `${name}.`);
      }
    }
    return Object.keys(changed).length === 0 ? message : { ...message, ...changed };
  }

  #firstOf(list: readonly Message[], name: string): readonly Message[] {
    const first = list.slice(0, Math.min(MAX_ELEMENTS, this.#left));
    this.#left -= first.length;
    if (first.length < list.length) this.cutLists.add(name);
    return first;
  }
}

function nestedMessage(field: DescField): DescMessage | undefined {
  if (field.oneof || field.fieldKind === 'map') return undefined;
  return field.message;
}

function readList(message: Message, name: string): readonly Message[] {
  return (message as unknown as Record<string, readonly Message[]>)[name] ?? [];
}
