import { ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { integerRange, MAX_INTEGER } from '../json/scalar.js';
import { STRUCT, TIMESTAMP, VALUE } from '../json/supported.js';
import { constraintsOf, itemConstraintsOf, requiredFields } from '../rules.js';
import { COMMENTS } from '../gen/comments.js';

/** A JSON Schema, or any other node of a document. */
export type Node = { [key: string]: unknown };

/** Whether a message is what callers send or what they get: that decides what is required and what may be added. */
export type Direction = 'request' | 'answer';

/** Describes messages as schemas of a document, each once. */
export class Schemas {
  private readonly requests = new Map<DescMessage, readonly string[]>();
  private readonly answers = new Set<DescMessage>();

  /** The schema of a message by reference; `omitted` fields come from elsewhere, such as the path. */
  reference(desc: DescMessage, direction: Direction, omitted: readonly string[] = []): Node {
    const isNew = direction === 'request' ? !this.requests.has(desc) : !this.answers.has(desc);
    if (direction === 'request') this.requests.set(desc, omitted);
    else this.answers.add(desc);
    if (isNew) this.mention(desc, direction);
    return { $ref: `#/components/schemas/${this.nameOf(desc, direction)}` };
  }

  /** Every schema that was referred to, by name. */
  all(): Node {
    const entries = [
      ...[...this.requests].map(
        ([desc, omitted]) => [this.nameOf(desc, 'request'), this.object(desc, 'request', omitted)] as const,
      ),
      ...[...this.answers].map((desc) => [this.nameOf(desc, 'answer'), this.object(desc, 'answer', [])] as const),
    ];
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The schema of a field's value. */
  field(field: DescField, direction: Direction): Node {
    if (field.fieldKind === 'list') {
      return {
        type: 'array',
        items: { ...this.value(field, direction), ...itemConstraintsOf(field) },
        ...constraintsOf(field),
      };
    }
    if (field.fieldKind === 'map') return { type: 'object', additionalProperties: this.value(field, direction) };
    return { ...this.value(field, direction), ...constraintsOf(field) };
  }

  private mention(desc: DescMessage, direction: Direction): void {
    for (const field of desc.fields) this.field(field, direction);
  }

  private object(desc: DescMessage, direction: Direction, omitted: readonly string[]): Node {
    const required = requiredOf(desc, direction);
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

  private value({ scalar, enum: enumDesc, message }: DescField, direction: Direction): Node {
    if (scalar !== undefined) return scalarSchema(scalar);
    if (enumDesc) return { type: 'string', enum: enumDesc.values.map(({ name }) => name) };
    if (!message) throw new Error('A field has neither a scalar, an enum nor a message');
    if (message.typeName === TIMESTAMP) return { type: 'string', format: 'date-time' };
    if (message.typeName === VALUE) return {};
    return message.typeName === STRUCT
      ? { type: 'object', additionalProperties: true }
      : this.reference(message, direction);
  }

  /** A message that goes both ways has two schemas; the one callers send is the marked one. */
  private nameOf(desc: DescMessage, direction: Direction): string {
    const name = desc.typeName.slice(desc.file.proto.package.length + 1).replaceAll('.', '_');
    return direction === 'request' && !name.endsWith('Request') ? `${name}Input` : name;
  }
}

export function described(field: DescField): { description?: string } {
  const comment = COMMENTS[`${field.parent.typeName}.${field.name}`];
  return comment === undefined ? {} : { description: comment };
}

/** Answers always have what has no presence of its own. */
function requiredOf(desc: DescMessage, direction: Direction): ReadonlySet<string> {
  if (direction === 'request') return requiredFields(desc);
  const always = desc.fields.filter(
    (field) => field.fieldKind === 'list' || field.fieldKind === 'map' || isImplicit(field),
  );
  return new Set(always.map((field) => field.name));
}

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
