import type { DescField, DescMessage } from '@bufbuild/protobuf';

/** Elements of a list that are written at once if they contain no lists themselves; each may be a megabyte. */
const SLICE_ELEMENTS = 8;

/** A field with messages that are written in several steps. */
export type LargeField = DescField & { readonly message: DescMessage };

/** The fields of a message that are too long for one step: long lists, and messages that contain one at any depth. */
export function largeFields(desc: DescMessage, message: object): LargeField[] {
  return desc.fields.filter((field): field is LargeField => isLarge(field, message));
}

/** Number of elements that are written in one step; elements with lists can be large one by one, such as series with their points. */
export function sliceLength({ message }: LargeField): number {
  return hasLists(message) ? 1 : SLICE_ELEMENTS;
}

/** The elements of a list; a message that is not complete yet may lack the list. */
export function readList(message: object, { localName }: DescField): readonly object[] {
  return (readField(message, localName) as readonly object[] | undefined) ?? [];
}

/** The message of a field that is not a list; undefined if it is absent. */
export function readMessage(message: object, { localName }: DescField): object | undefined {
  return readField(message, localName) as object | undefined;
}

/** Whether messages of the field are made of their fields: times, JSON objects and the like have a form of their own. */
export function hasFields(field: DescField): field is LargeField {
  return field.message !== undefined && !field.message.typeName.startsWith('google.protobuf.');
}

function isLarge(field: DescField, message: object): boolean {
  if (!hasFields(field)) {
    return field.fieldKind === 'list' && !!field.message && readList(message, field).length > SLICE_ELEMENTS;
  }
  if (field.fieldKind === 'list')
    return readList(message, field).length > (hasLists(field.message) ? 0 : SLICE_ELEMENTS);
  if (field.fieldKind !== 'message' || field.oneof) return false;
  const inner = readMessage(message, field);
  return inner !== undefined && field.message.fields.some((each) => isLarge(each, inner));
}

function hasLists({ fields }: DescMessage): boolean {
  return fields.some(({ fieldKind }) => fieldKind === 'list');
}

const readField = (message: object, name: string): unknown => (message as Readonly<Record<string, unknown>>)[name];
