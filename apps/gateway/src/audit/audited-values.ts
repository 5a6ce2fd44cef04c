import { getOption, hasOption, isFieldSet, ScalarType, type DescField, type Message } from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence, timestampDate, type Timestamp, TimestampSchema } from '@bufbuild/protobuf/wkt';
import { parseApiKey } from '@svc/auth';
import { audited, type Operation } from '@svc/contract';

/** Longest value of a path that is stored; ids are far shorter. */
const MAX_ID_LENGTH = 128;
/** Longest value of a field that is stored: more than all scopes that exist. */
const MAX_VALUE_LENGTH = 4_000;

/** Ids of the path by parameter. */
export function readTarget(parameters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, redactSecret(value).slice(0, MAX_ID_LENGTH)]),
  );
}

/**
 * The changes that a request makes: the values that the contract declares as audited, by field, and as `fields` the
 * names of all fields that were sent.
 */
export function readAuditedValues(operation: Operation, message: Message): Record<string, string> {
  const fields = operation.rpc.input.fields.filter(({ name }) => !operation.pathParameters.includes(name));
  const sent = fields.filter((field) => isFieldSet(message, field));
  // A PUT replaces everything: a value that is false or 0 was switched off, although it counts as not sent.
  const changed = operation.method === 'PUT' ? fields.filter((field) => sent.includes(field) || isSwitch(field)) : sent;
  const recorded = changed.filter((field) => hasOption(field, audited) && getOption(field, audited));
  return {
    ...(sent.length > 0 && { fields: sent.map(({ name }) => name).join(' ') }),
    ...Object.fromEntries(recorded.map((field) => [field.name, toText(message, field)])),
  };
}

/** A boolean or number whose default is indistinguishable from an absent value. */
function isSwitch({ fieldKind, presence, scalar }: DescField): boolean {
  return fieldKind === 'scalar' && presence === FeatureSet_FieldPresence.IMPLICIT && scalar !== ScalarType.STRING;
}

function toText(message: Message, field: DescField): string {
  const value = (message as Readonly<Record<string, unknown>>)[field.localName];
  if (field.message?.typeName === TimestampSchema.typeName) return timestampDate(value as Timestamp).toISOString();
  const values = Array.isArray(value) ? value : [value];
  return values
    .map((each) => redactSecret(String(each)))
    .join(' ')
    .slice(0, MAX_VALUE_LENGTH);
}

/** A caller may paste a secret where an id belongs. */
function redactSecret(value: string): string {
  return parseApiKey(value).form === 'native' ? '[REDACTED]' : value;
}
