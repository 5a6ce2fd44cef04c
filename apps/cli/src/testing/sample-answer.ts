import type { operation } from '@svc/contract';
import type { Json, JsonObject } from '../runtime/values/json.js';

type Message = ReturnType<typeof operation>['rpc']['output'];
type Field = Message['fields'][number];

/** Deep enough for every answer; messages may contain themselves. */
const MAX_DEPTH = 6;
/** Messages that JSON writes as a single value. */
const WELL_KNOWN: Readonly<Record<string, Json>> = {
  'google.protobuf.Timestamp': '2026-01-31T09:00:00.123456789Z',
  'google.protobuf.Duration': '1.5s',
  'google.protobuf.Struct': { key: 'wert 日本 👩‍💻' },
  'google.protobuf.Value': 'any',
  'google.protobuf.ListValue': [1, 'two'],
};
/**
 * Samples by the type numbers of descriptor.proto: texts have wide and combining characters, other types are whole
 * numbers.
 */
const TEXT = 'wert 日本 é\u0301';
const SCALARS = new Map<number | undefined, Json>([
  ...[3, 4, 5, 6, 7, 13, 15, 16, 17, 18].map((type): [number, Json] => [type, 1_234_567]),
  ...[1, 2].map((type): [number, Json] => [type, 0.25]),
  ...[9, 12].map((type): [number, Json] => [type, TEXT]),
  [8, true],
]);

/** An answer with every field of a message, to run code that shows answers. */
export function sampleAnswer(message: Message, depth = 0): JsonObject {
  const fields = message.fields.flatMap((field): [string, Json][] => {
    const value = sampleField(field, depth);
    return value === undefined ? [] : [[field.name, value]];
  });
  return Object.fromEntries(fields);
}

function sampleField(field: Field, depth: number): Json | undefined {
  const item = sampleItem(field, depth);
  if (field.fieldKind === 'list') return item === undefined ? [] : [item, item];
  if (field.fieldKind === 'map') return item === undefined ? {} : { a: item };
  return item;
}

function sampleItem({ message, enum: values, scalar }: Field, depth: number): Json | undefined {
  if (message) {
    if (message.typeName in WELL_KNOWN) return WELL_KNOWN[message.typeName];
    return depth < MAX_DEPTH ? sampleAnswer(message, depth + 1) : undefined;
  }
  return values ? (values.values.at(-1)?.name ?? '') : SCALARS.get(scalar);
}
