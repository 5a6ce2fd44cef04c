import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt';

/** The well-known types with their own JSON representation. */
export const TIMESTAMP = 'google.protobuf.Timestamp';
export const STRUCT = 'google.protobuf.Struct';
export const VALUE = 'google.protobuf.Value';

const WELL_KNOWN = [TIMESTAMP, STRUCT, VALUE];

/** Lists the fields of a message and of everything below it that the codec cannot represent. */
export function findUnsupported(root: DescMessage): string[] {
  const problems: string[] = [];
  const seen = new Set<DescMessage>();
  const visit = (message: DescMessage): void => {
    if (seen.has(message)) return;
    seen.add(message);
    for (const field of message.fields) {
      if (field.presence === FeatureSet_FieldPresence.LEGACY_REQUIRED) {
        problems.push(`${message.name}.${field.name} is required in the manner of proto2`);
      }
      if (field.message) visitField(field, field.message);
    }
  };
  const visitField = (field: DescField, message: DescMessage): void => {
    if (WELL_KNOWN.includes(message.typeName)) return;
    if (message.typeName.startsWith('google.protobuf.')) {
      problems.push(`${field.parent.name}.${field.name} is a ${message.typeName}, which has no spelling in our JSON`);
    } else {
      visit(message);
    }
  };
  visit(root);
  return problems;
}
