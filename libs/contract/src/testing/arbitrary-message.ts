import { create, fromJson, ScalarType, type DescField, type DescMessage, type Message } from '@bufbuild/protobuf';
import { TimestampSchema, ValueSchema } from '@bufbuild/protobuf/wkt';
import fc from 'fast-check';
import type { JsonValue } from '../json/json.js';
import { integerRange, MAX_INTEGER } from '../json/scalar.js';
import { STRUCT, TIMESTAMP, VALUE } from '../json/supported.js';

const LAST_SECOND = 253_402_300_799n;
const FIRST_SECOND = -62_135_596_800n;

/** Text without the characters that the codec rejects, which have their own tests. */
const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((value) => !value.includes('\0'));
const key = text.filter((value) => value !== '__proto__');

const anyJson = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(text, fc.boolean(), fc.constant(null), fc.double({ noNaN: true, noDefaultInfinity: true })),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const plainJson = fc.dictionary(key, anyJson, { maxKeys: 3, noNullPrototype: true });

const timestamp = fc
  .record({
    seconds: fc.bigInt(FIRST_SECOND, LAST_SECOND),
    nanos: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: 999 }).map((ms) => ms * 1_000_000),
      fc.nat(999_999_999),
    ),
  })
  .map((instant) => create(TimestampSchema, instant));

/** Generates messages of a type that JSON can represent. */
export function arbitraryMessage(desc: DescMessage, depth = 0): fc.Arbitrary<Message> {
  const members = desc.fields.map((field) => arbitraryMember(field, depth));
  return fc.tuple(...members).map((inits) => create(desc, Object.assign({}, ...inits) as Record<string, unknown>));
}

function arbitraryMember(field: DescField, depth: number): fc.Arbitrary<Record<string, unknown>> {
  const value = arbitraryValue(field, depth);
  if (!value) return fc.constant({});
  const { oneof, localName } = field;
  const some = arbitraryShape(field, value).map((made) =>
    oneof ? { [oneof.localName]: { case: localName, value: made } } : { [localName]: made },
  );
  return fc.oneof(some, fc.constant({}));
}

function arbitraryShape(field: DescField, value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (field.fieldKind === 'list') return fc.array(value, { maxLength: 3 });
  if (field.fieldKind !== 'map') return value;
  const name = field.mapKey === ScalarType.STRING ? key : fc.integer({ min: -99, max: 99 }).map(String);
  return fc.dictionary(name, value, { maxKeys: 3, noNullPrototype: true });
}

function arbitraryValue(field: DescField, depth: number): fc.Arbitrary<unknown> | undefined {
  if (field.scalar !== undefined) return arbitraryScalar(field.scalar);
  if (field.enum) return fc.constantFrom(...field.enum.values.map(({ number }) => number));
  if (field.message?.typeName === TIMESTAMP) return timestamp;
  if (field.message?.typeName === STRUCT) return plainJson;
  if (field.message?.typeName === VALUE) return anyJson.map((json) => fromJson(ValueSchema, json));
  return field.message && depth < 1 ? arbitraryMessage(field.message, depth + 1) : undefined;
}

function arbitraryScalar(type: ScalarType): fc.Arbitrary<unknown> {
  const range = integerRange(type);
  if (range?.isBig) return fc.bigInt(range.min < 0 ? BigInt(-MAX_INTEGER) : 0n, BigInt(MAX_INTEGER));
  if (range) return fc.integer(range);
  if (type === ScalarType.BOOL) return fc.boolean();
  if (type === ScalarType.BYTES) return fc.uint8Array({ maxLength: 12 });
  if (type === ScalarType.STRING) return text;
  return type === ScalarType.FLOAT
    ? fc.float({ noNaN: true, noDefaultInfinity: true })
    : fc.double({ noNaN: true, noDefaultInfinity: true });
}
