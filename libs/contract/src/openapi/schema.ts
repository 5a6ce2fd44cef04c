import { getOption, ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { COMMENTS } from '../gen/comments.js';
import { null_if_absent as nullIfAbsent, one_or_more as oneOrMore } from '../gen/svc/v1/policy_pb.js';
import { integerRange, MAX_INTEGER } from '../json/scalar.js';
import { STRUCT, TIMESTAMP, VALUE } from '../json/supported.js';
import { getConstraints, getItemConstraints, requiredFields } from '../rules.js';

/** A JSON Schema or another node of a document. */
export type Node = { [key: string]: unknown };

/** Whether a message is a request or a response, which decides what is required and whether further members are allowed. */
export type Direction = 'request' | 'answer';

/** Describes messages as schemas of a document, each only once. */
export class Schemas {
  private readonly requests = new Map<DescMessage, readonly string[]>();
  private readonly answers = new Set<DescMessage>();

  /** Returns a reference to the schema of a message; `omitted` fields come from elsewhere, such as the path. */
  reference(desc: DescMessage, direction: Direction, omitted: readonly string[] = []): Node {
    const isNew = direction === 'request' ? !this.requests.has(desc) : !this.answers.has(desc);
    if (direction === 'request') this.requests.set(desc, omitted);
    else this.answers.add(desc);
    if (isNew) this.#mention(desc, direction);
    return { $ref: `#/components/schemas/${this.#schemaName(desc, direction)}` };
  }

  /** Returns every referenced schema by name. */
  all(): Node {
    const entries = [
      ...[...this.requests].map(
        ([desc, omitted]) => [this.#schemaName(desc, 'request'), this.#object(desc, 'request', omitted)] as const,
      ),
      ...[...this.answers].map((desc) => [this.#schemaName(desc, 'answer'), this.#object(desc, 'answer', [])] as const),
    ];
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Returns the schema of the value of a field. */
  field(field: DescField, direction: Direction): Node {
    if (field.fieldKind === 'list') {
      const { enum: choices, ...bounds } = getItemConstraints(field);
      const item: Node = { ...this.#value(field, direction), ...bounds };
      const list = { items: choices ? { ...item, enum: choices } : item, ...getConstraints(field) };
      // The bounds of a text do not apply to arrays, so they can stand beside those of the list.
      return getOption(field, oneOrMore)
        ? { type: ['array', item['type']], ...bounds, ...list }
        : { type: 'array', ...list };
    }
    if (field.fieldKind === 'map') return { type: 'object', additionalProperties: this.#value(field, direction) };
    const schema: Node = { ...this.#value(field, direction), ...getConstraints(field) };
    return isNullShown(field) ? { ...schema, type: [schema['type'], 'null'] } : schema;
  }

  #mention(desc: DescMessage, direction: Direction): void {
    for (const field of desc.fields) this.field(field, direction);
  }

  #object(desc: DescMessage, direction: Direction, omitted: readonly string[]): Node {
    const required = requiredNames(desc, direction);
    const fields = desc.fields.filter((field) => !omitted.includes(field.name));
    const names = fields.map((field) => field.name).filter((name) => required.has(name));
    return {
      type: 'object',
      description: COMMENTS[desc.typeName],
      properties: Object.fromEntries(
        fields.map((field) => [field.name, { ...this.field(field, direction), ...described(field) }]),
      ),
      ...(names.length > 0 && { required: names }),
      ...(direction === 'request' && { additionalProperties: false }),
    };
  }

  #value({ scalar, enum: enumDesc, message }: DescField, direction: Direction): Node {
    if (scalar !== undefined) return scalarSchema(scalar);
    if (enumDesc) return { type: 'string', enum: enumDesc.values.map(({ name }) => name) };
    if (!message) throw new Error('A field has neither a scalar, an enum nor a message');
    if (message.typeName === TIMESTAMP) return { type: 'string', format: 'date-time' };
    if (message.typeName === VALUE) return {};
    return message.typeName === STRUCT
      ? { type: 'object', additionalProperties: true }
      : this.reference(message, direction);
  }

  /** A message used in requests and responses has two schemas; the name of the request schema is marked. */
  #schemaName(desc: DescMessage, direction: Direction): string {
    const name = desc.typeName.slice(desc.file.proto.package.length + 1).replaceAll('.', '_');
    return direction === 'request' && !name.endsWith('Request') ? `${name}Input` : name;
  }
}

export function described(field: DescField): { description?: string } {
  const comment = COMMENTS[`${field.parent.typeName}.${field.name}`];
  return comment === undefined ? {} : { description: comment };
}

/** Responses always contain fields without presence, and fields with presence as null when absent. */
function requiredNames(desc: DescMessage, direction: Direction): ReadonlySet<string> {
  if (direction === 'request') return requiredFields(desc);
  const always = desc.fields.filter(
    (field) => field.fieldKind === 'list' || field.fieldKind === 'map' || isImplicit(field) || isNullShown(field),
  );
  return new Set(always.map((field) => field.name));
}

const isNullShown = (field: DescField): boolean => getOption(field, nullIfAbsent);

function isImplicit(field: DescField): boolean {
  return field.message === undefined && !field.oneof && field.proto.proto3Optional !== true;
}

function scalarSchema(type: ScalarType): Node {
  const range = integerRange(type);
  if (range) {
    const minimum = range.min < 0 && range.max === MAX_INTEGER ? {} : { minimum: range.min };
    return { type: 'integer', format: range.isBig ? 'int64' : 'int32', ...minimum, maximum: range.max };
  }
  if (type === ScalarType.BOOL) return { type: 'boolean' };
  if (type === ScalarType.BYTES) return { type: 'string', contentEncoding: 'base64' };
  return type === ScalarType.STRING ? { type: 'string' } : { type: 'number' };
}
