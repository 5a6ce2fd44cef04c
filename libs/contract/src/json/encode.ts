import { getOption, toJson, ScalarType, type DescField, type DescMessage, type MessageShape } from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence, ValueSchema, type Value } from '@bufbuild/protobuf/wkt';
import { null_if_absent as nullIfAbsent } from '../gen/svc/v1/policy_pb.js';
import { isUsableKey, type JsonObject, type JsonValue } from './json.js';
import { integerRange, MAX_INTEGER } from './scalar.js';
import { STRUCT, TIMESTAMP, VALUE } from './supported.js';
import { formatTimestamp, type Instant } from './timestamp.js';

/**
 * Encodes a message as JSON: snake_case names; fields without presence always (including 0, false, "", [] and {}), optional
 * fields only if set, or null if their option says so; 64-bit integers as numbers; times in RFC 3339.
 *
 * @throws RangeError when a 64-bit integer or a time cannot be represented exactly, which is a bug of the caller.
 */
export function encodeJson<Desc extends DescMessage>(desc: Desc, message: MessageShape<Desc>): JsonObject {
  return messageWriter(desc)(message);
}

type Write = (value: unknown) => JsonValue;
type WriteField = (message: Record<string, unknown>, json: JsonObject) => void;

const writers = new WeakMap<DescMessage, (message: unknown) => JsonObject>();

/** Encoders are built once per type, because a page of telemetry contains thousands of messages of few types. */
function messageWriter(desc: DescMessage): (message: unknown) => JsonObject {
  const known = writers.get(desc);
  if (known) return known;
  const fields: WriteField[] = [];
  const write = (message: unknown): JsonObject => {
    const json: JsonObject = {};
    for (const writeField of fields) writeField(message as Record<string, unknown>, json);
    return json;
  };
  // Registered before the fields, so that a recursive type finds its own encoder.
  writers.set(desc, write);
  fields.push(...desc.fields.map(fieldWriter));
  return write;
}

function fieldWriter(field: DescField): WriteField {
  const { name, localName, oneof } = field;
  const write = valueWriter(field);
  if (oneof) {
    return (message, json) => {
      const chosen = message[oneof.localName] as { case: string | undefined; value?: unknown };
      if (chosen.case === localName) json[name] = write(chosen.value);
    };
  }
  if (field.fieldKind === 'list') {
    return (message, json) => {
      json[name] = (message[localName] as unknown[]).map(write);
    };
  }
  if (field.fieldKind === 'map') {
    return (message, json) => {
      const source = message[localName] as Record<string, unknown>;
      const target: JsonObject = {};
      for (const key of Object.keys(source)) setOwn(target, key, write(source[key]));
      json[name] = target;
    };
  }
  if (field.presence === FeatureSet_FieldPresence.IMPLICIT) {
    return (message, json) => {
      json[name] = write(message[localName]);
    };
  }
  const isNullShown = getOption(field, nullIfAbsent);
  return (message, json) => {
    const value = message[localName];
    if (value !== undefined) json[name] = write(value);
    else if (isNullShown) json[name] = null;
  };
}

/** Returns the encoder of a single value of a field, on its own, in a list or in a map. */
function valueWriter({ scalar, enum: enumDesc, message }: DescField): Write {
  if (scalar !== undefined) return scalarWriter(scalar);
  if (enumDesc) {
    const names = new Map(enumDesc.values.map((value) => [value.number, value.name]));
    return (value) => names.get(value as number) ?? (value as number);
  }
  if (!message) throw new Error('A field has neither a scalar, an enum nor a message');
  if (message.typeName === TIMESTAMP) return (value) => formatTimestamp(value as Instant);
  if (message.typeName === STRUCT) return (value) => value as JsonObject;
  if (message.typeName === VALUE) return (value) => toJson(ValueSchema, value as Value);
  return messageWriter(message);
}

function scalarWriter(type: ScalarType): Write {
  if (integerRange(type)?.isBig) return (value) => toSafeNumber(value as bigint);
  if (type === ScalarType.BYTES) return (value) => Buffer.from(value as Uint8Array).toString('base64');
  if (type === ScalarType.DOUBLE || type === ScalarType.FLOAT) {
    // JSON cannot represent NaN and the infinities; ProtoJSON uses their names.
    return (value) => (Number.isFinite(value) ? (value as number) : String(value));
  }
  return (value) => value as JsonValue;
}

/** An attribute may be named __proto__; assigning it would set the prototype and lose the attribute. */
function setOwn(target: JsonObject, key: string, value: JsonValue): void {
  if (isUsableKey(key)) target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function toSafeNumber(value: bigint): number {
  const number = Number(value);
  if (Math.abs(number) > MAX_INTEGER) throw new RangeError('A 64-bit integer is beyond 2^53-1');
  return number;
}
