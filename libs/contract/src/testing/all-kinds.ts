import type { DescMessage } from '@bufbuild/protobuf';
import { buildFile, fields, type FieldInit, Label, Type } from './build-file.js';

const SCALARS = [
  ...[Type.DOUBLE, Type.FLOAT, Type.INT64, Type.UINT64, Type.INT32, Type.FIXED64, Type.FIXED32, Type.BOOL, Type.STRING],
  ...[Type.BYTES, Type.UINT32, Type.SFIXED32, Type.SFIXED64, Type.SINT32, Type.SINT64],
];

const typeName = (type: Type): string => Type[type].toLowerCase();

const entry = (name: string, key: Type, value: FieldInit) => ({
  name,
  options: { mapEntry: true },
  field: fields({ name: 'key', type: key }, { name: 'value', ...value }),
});

const TIMESTAMP = { type: Type.MESSAGE, typeName: '.google.protobuf.Timestamp' } as const;
const VALUE = { type: Type.MESSAGE, typeName: '.google.protobuf.Value' } as const;
const STRUCT = { type: Type.MESSAGE, typeName: '.google.protobuf.Struct' } as const;
const COLOUR = { type: Type.ENUM, typeName: '.test.Colour' } as const;
const SELF = { type: Type.MESSAGE, typeName: '.test.AllKinds' } as const;

const file = buildFile({
  name: 'test/all_kinds.proto',
  package: 'test',
  enumType: [
    {
      name: 'Colour',
      value: [
        { name: 'COLOUR_NONE', number: 0 },
        { name: 'COLOUR_RED', number: 1 },
      ],
    },
  ],
  messageType: [
    {
      name: 'AllKinds',
      nestedType: [
        entry('TextsEntry', Type.STRING, { type: Type.STRING }),
        entry('CountsEntry', Type.STRING, { type: Type.UINT64 }),
        entry('NumberedEntry', Type.INT32, SELF),
        entry('TimesEntry', Type.STRING, TIMESTAMP),
      ],
      oneofDecl: [{ name: 'choice' }, ...SCALARS.map((type) => ({ name: `_optional_${typeName(type)}` }))],
      field: fields(
        ...SCALARS.map((type) => ({ name: `one_${typeName(type)}`, type })),
        ...SCALARS.map((type) => ({ name: `many_${typeName(type)}`, type, label: Label.REPEATED })),
        ...SCALARS.map((type, index) => {
          return { name: `optional_${typeName(type)}`, type, proto3Optional: true, oneofIndex: index + 1 };
        }),
        { name: 'colour', ...COLOUR },
        { name: 'colours', ...COLOUR, label: Label.REPEATED },
        { name: 'choice_text', oneofIndex: 0 },
        { name: 'choice_count', type: Type.INT64, oneofIndex: 0 },
        { name: 'choice_self', ...SELF, oneofIndex: 0 },
        { name: 'time', ...TIMESTAMP },
        { name: 'times', ...TIMESTAMP, label: Label.REPEATED },
        { name: 'plain', ...STRUCT },
        { name: 'plains', ...STRUCT, label: Label.REPEATED },
        { name: 'any', ...VALUE },
        { name: 'anys', ...VALUE, label: Label.REPEATED },
        { name: 'self', ...SELF },
        { name: 'selves', ...SELF, label: Label.REPEATED },
        { name: 'text_by_name', type: Type.MESSAGE, typeName: '.test.AllKinds.TextsEntry', label: Label.REPEATED },
        { name: 'count_by_name', type: Type.MESSAGE, typeName: '.test.AllKinds.CountsEntry', label: Label.REPEATED },
        { name: 'self_by_number', type: Type.MESSAGE, typeName: '.test.AllKinds.NumberedEntry', label: Label.REPEATED },
        { name: 'time_by_name', type: Type.MESSAGE, typeName: '.test.AllKinds.TimesEntry', label: Label.REPEATED },
      ),
    },
  ],
});

const [found] = file.messages;
if (!found) throw new Error('The message was not built');

/** A message with every kind of field that the codec supports; the protos use only some of them. */
export const AllKindsSchema: DescMessage = found;
