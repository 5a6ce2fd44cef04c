import { create, getOption, hasOption, type DescField, type DescMessage } from '@bufbuild/protobuf';
import {
  field as fieldOption,
  type FieldRules,
  type StringRules,
} from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import { requiredLists } from './json/fields.js';
import { validate } from './validate.js';

/** The rules of a field that documents can show, as JSON Schema keywords. */
export interface ValueConstraints {
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

/** Returns the constraints of a field; for a list, the constraints of the list itself. */
export function getConstraints(field: DescField): ValueConstraints {
  return hasOption(field, fieldOption) ? read(getOption(field, fieldOption)) : {};
}

/** Returns the constraints of the items of a list. */
export function getItemConstraints(field: DescField): ValueConstraints {
  const rules = hasOption(field, fieldOption) ? getOption(field, fieldOption).type : undefined;
  const items = rules?.case === 'repeated' ? rules.value.items : undefined;
  return items ? read(items) : {};
}

/** Returns the required fields: those whose rules an empty message violates, and the lists that must be sent. */
export function requiredFields(desc: DescMessage): ReadonlySet<string> {
  const violated = validate(desc, create(desc)).map(({ path }) => path);
  return new Set([...violated, ...requiredLists(desc).map(({ name }) => name)]);
}

function read({ type }: FieldRules): ValueConstraints {
  if (type.case === 'string') return readText(type.value);
  if (type.case === 'repeated') {
    const { minItems, maxItems, unique } = type.value;
    return defined({ minItems: size(minItems), maxItems: size(maxItems), uniqueItems: unique || undefined });
  }
  // The rules of all numeric types share these two members.
  if (type.value && 'greaterThan' in type.value && 'lessThan' in type.value) return readRange(type.value);
  return {};
}

function readText(rules: StringRules): ValueConstraints {
  return defined({
    enum: rules.in.length > 0 ? rules.in : undefined,
    pattern: rules.pattern || undefined,
    minLength: size(rules.len) ?? size(rules.minLen),
    // A character has at least one byte, so a limit in bytes also limits characters.
    maxLength: size(rules.len) ?? size(rules.maxLen) ?? size(rules.maxBytes),
  });
}

interface Bound {
  readonly case: string | undefined;
  readonly value?: unknown;
}

function readRange({ greaterThan, lessThan }: { greaterThan: Bound; lessThan: Bound }): ValueConstraints {
  return defined({
    minimum: bound(greaterThan, 'gte'),
    exclusiveMinimum: bound(greaterThan, 'gt'),
    maximum: bound(lessThan, 'lte'),
    exclusiveMaximum: bound(lessThan, 'lt'),
  });
}

function bound(rule: Bound, name: string): number | undefined {
  return rule.case === name ? Number(rule.value) : undefined;
}

/** Converts a limit; an unset limit is 0 in proto2 rules and is not shown. */
function size(limit: bigint): number | undefined {
  return limit === 0n ? undefined : Number(limit);
}

function defined(constraints: { [K in keyof ValueConstraints]: ValueConstraints[K] | undefined }): ValueConstraints {
  return Object.fromEntries(Object.entries(constraints).filter(([, value]) => value !== undefined));
}
