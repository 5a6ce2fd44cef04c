import { create, getOption, ScalarType, type DescField, type DescMessage, type MessageShape } from '@bufbuild/protobuf';
import { scalarZeroValue } from '@bufbuild/protobuf/reflect';
import { TimestampSchema } from '@bufbuild/protobuf/wkt';
import type { ErrorDetail } from '@svc/service-error';
import { one_or_more as oneOrMore } from '../gen/svc/v1/policy_pb.js';
import { fieldsByName, requiredLists, setField, type MessageInit } from './fields.js';
import { isJsonObject, isUsableKey } from './json.js';
import { childPath, itemPath } from './path.js';
import { readEnum, readScalar, readScalarText, readString } from './scalar.js';
import { MAX_DEPTH, readStruct, readValue, TOO_DEEP } from './struct.js';
import { STRUCT, TIMESTAMP, VALUE } from './supported.js';
import { parseTimestamp } from './timestamp.js';
import { Refusal, Violations } from './violations.js';

/** A decoded message, with the violations of its JSON. */
export interface Decoded<Desc extends DescMessage> {
  readonly message: MessageShape<Desc>;
  readonly violations: readonly ErrorDetail[];
}

/**
 * Decodes a message from parsed JSON. Names are the snake_case of the proto, unknown names are violations, and `null` means an
 * omitted field. Decoding continues after a violation, so that all are reported together; an invalid field keeps its default.
 */
export function decodeJson<Desc extends DescMessage>(desc: Desc, json: unknown): Decoded<Desc> {
  const violations = new Violations();
  const init = readMembers(desc, json, { path: '', depth: 0, violations }, new Set());
  return { message: create<DescMessage>(desc, init) as MessageShape<Desc>, violations: violations.all() };
}

/** The position of the decoder. */
export interface Place {
  readonly path: string;
  readonly depth: number;
  readonly violations: Violations;
}

/** Decodes the members of a message except `taken`, which come from elsewhere. */
export function readMembers(desc: DescMessage, json: unknown, place: Place, taken: ReadonlySet<string>): MessageInit {
  const { path, depth, violations } = place;
  const init: MessageInit = {};
  if (!isJsonObject(json)) violations.add(path === '' ? 'body' : path, 'must be an object');
  else if (depth > MAX_DEPTH) violations.add(path, TOO_DEEP);
  else {
    const fields = fieldsByName(desc);
    for (const [name, value] of Object.entries(json)) {
      const at = { ...place, path: childPath(path, name) };
      const field = taken.has(name) ? undefined : fields.get(name);
      if (!field) violations.add(at.path, 'is not a known field');
      else if (value !== null || isValue(field)) readField(init, field, value, at);
    }
    for (const { name } of requiredLists(desc))
      if (!taken.has(name) && (json[name] ?? null) === null) violations.add(childPath(path, name), 'is required');
  }
  return init;
}

/** The only kind of field for which null is a value. */
function isValue(field: DescField): boolean {
  return field.fieldKind === 'message' && field.message.typeName === VALUE;
}

function readField(init: MessageInit, field: DescField, json: unknown, place: Place): void {
  if (field.oneof && field.oneof.localName in init) {
    return place.violations.add(
      place.path,
      `cannot be combined with another of ${field.oneof.fields.map((f) => f.name).join(', ')}`,
    );
  }
  const value = readFieldValue(field, json, place);
  if (value instanceof Refusal) place.violations.add(place.path, value.reason);
  else setField(init, field, value);
}

function readFieldValue(field: DescField, json: unknown, place: Place): unknown {
  switch (field.fieldKind) {
    case 'scalar':
    case 'enum':
    case 'message':
      return readSingle(field, json, place);
    case 'list':
      return readList(field, json, place);
    case 'map':
      return readMap(field, json, place);
  }
}

function readList(field: DescField & { fieldKind: 'list' }, json: unknown, place: Place): unknown {
  const items = !Array.isArray(json) && getOption(field, oneOrMore) ? [json] : json;
  if (!Array.isArray(items)) return new Refusal('must be an array');
  return items.map((item: unknown, index) => {
    const at = { ...place, path: items === json ? itemPath(place.path, index) : place.path };
    return keepItem(field, readSingle(field, item, at), at.path, place.violations);
  });
}

/** An invalid value keeps its place in the list, so that the paths of later violations stay correct. */
export function keepItem(field: DescField, value: unknown, path: string, violations: Violations): unknown {
  if (!(value instanceof Refusal)) return value;
  violations.add(path, value.reason);
  if (field.scalar !== undefined) return scalarZeroValue(field.scalar, false);
  return field.message ? create(field.message) : 0;
}

function readMap(field: DescField & { fieldKind: 'map' }, json: unknown, place: Place): unknown {
  if (!isJsonObject(json)) return new Refusal('must be an object');
  const entries: MessageInit = {};
  for (const [key, item] of Object.entries(json)) {
    const path = childPath(place.path, key);
    const name = field.mapKey === ScalarType.STRING ? readString(key) : readScalarText(field.mapKey, key);
    const value = readSingle(field, item, { ...place, path });
    if (name instanceof Refusal || !isUsableKey(key)) place.violations.add(path, 'is no usable name');
    else if (value instanceof Refusal) place.violations.add(path, value.reason);
    else entries[key] = value;
  }
  return entries;
}

/** The parts of a field's declaration that describe a single value, on its own, in a list or in a map. */
type ValueType = Pick<DescField, 'scalar' | 'enum' | 'message'>;

function readSingle({ scalar, enum: enumDesc, message }: ValueType, json: unknown, place: Place): unknown {
  if (scalar !== undefined) return readScalar(scalar, json);
  if (enumDesc) return readEnum(enumDesc, json);
  if (!message) throw new Error('A field has neither a scalar, an enum nor a message');
  if (message.typeName === TIMESTAMP) return readTimestamp(json);
  if (message.typeName === STRUCT) return readStruct(json, place.path, place.depth + 1, place.violations);
  if (message.typeName === VALUE) return readValue(json, place.path, place.depth + 1, place.violations);
  return create(message, readMembers(message, json, { ...place, depth: place.depth + 1 }, new Set()));
}

export function readTimestamp(json: unknown): unknown {
  const instant = parseTimestamp(typeof json === 'string' ? json : '');
  return instant instanceof Refusal ? instant : create(TimestampSchema, instant);
}
