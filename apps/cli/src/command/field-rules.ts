import { rules, type FieldRule } from '../gen/operations.js';
import { usageError } from '../runtime/failure.js';
import { splitAtCommas } from '../runtime/values/scalars.js';
import type { OperationId } from './command.js';
import type { FlagValue } from './flag.js';

/** A value that an argument or a flag gives to a field of the request. */
export interface SentValue {
  /** Request field or path parameter. */
  readonly sends: string;
  /** Name on the command line, for messages. */
  readonly spelled: string;
  readonly value: FlagValue;
}

/**
 * Checks values against the constraints of the contract on their fields, so that a mistake is found before anything is
 * sent.
 *
 * @throws Failure of kind usage that names the flag or argument and never the value.
 */
export function checkFields(operation: OperationId, sent: readonly SentValue[]): void {
  const known = rules[operation] ?? {};
  for (const { sends, spelled, value } of sent) {
    const rule = known[sends];
    const complaint =
      rule &&
      texts(value, rule)
        .map((text) => complain(text, rule))
        .find((found) => found !== undefined);
    if (complaint !== undefined) throw usageError(`${spelled} ${complaint}`);
  }
}

/** Returns the fields that the contract requires and nothing gives. */
export function missingFields(operation: OperationId, sent: readonly SentValue[]): readonly string[] {
  return Object.entries(rules[operation] ?? {}).flatMap(([field, { required }]) =>
    required && !sent.some(({ sends }) => sends.split('.')[0] === field) ? [field] : [],
  );
}

/** An empty value of a query parameter is not sent, and other types have been checked by the kind of the flag. */
function texts(value: FlagValue, { list }: FieldRule): readonly string[] {
  if (typeof value === 'string')
    return list
      ? splitAtCommas(value)
          .filter((text) => text !== '')
          .map(unescape)
      : [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string').map(unescape) : [];
}

const unescape = (item: string): string => item.replaceAll(/\\([\\,])/g, '$1');

function complain(text: string, { choices, pattern, minLength = 0, maxLength }: FieldRule): string | undefined {
  if (choices && text !== '' && !choices.includes(text)) return `must be one of ${choices.join(', ')}`;
  const { length } = [...text];
  if (maxLength !== undefined && length > maxLength) return `must have at most ${maxLength} characters`;
  if (length < minLength) return minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`;
  return pattern !== undefined && text !== '' && !new RegExp(pattern, 'u').test(text)
    ? describePattern(pattern)
    : undefined;
}

/** Explanations of the patterns of the contract. A spec checks that every pattern of a command's field is included. */
export const PATTERNS: ReadonlyMap<string, string> = new Map([
  ['^(19[7-9]|20[0-9])[0-9]-(0[1-9]|1[0-2])$', 'must be a month as YYYY-MM'],
  ['^[0-9A-F]{32}$', 'must have 32 hexadecimal digits in upper case'],
  ['^[0-9a-fA-F]{32}$', 'must have 32 hexadecimal digits'],
  ['^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$', 'must be an ID, in lower case and with hyphens'],
  ['^[1-9][0-9]{0,4}[mhd]$', 'must be a duration in minutes, hours or days, such as 30m, 6h or 7d'],
  ['^[1-9][0-9]{0,4}[mhdw]$', 'must be a duration in minutes, hours, days or weeks, such as 30m, 6h, 7d or 2w'],
  ['^[A-Za-z0-9][A-Za-z0-9._-]*/[A-Za-z0-9._-]*[A-Za-z0-9_-][A-Za-z0-9._-]*$', 'must be a repository as owner/name'],
  ['^([A-Za-z0-9][A-Za-z0-9-]{0,98}/[A-Za-z0-9._-]{1,100})?$', 'must be a repository as owner/name'],
  ['^[^\\x00-\\x1f\\x7f]{0,250}$', 'must have at most 250 characters and no control characters'],
  ['^[^\\x00-\\x1f\\x7f]*$', 'must not contain control characters'],
  ['^[a-z0-9._-]{1,128}$', 'must have 1 to 128 lower-case letters, digits and . _ -'],
  ['^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$', 'must have 1 to 63 lower-case letters, digits and inner hyphens'],
  [String.raw`^(?:[^*\s]+\*?|\*)$`, 'must be a name without spaces, with * only at its end'],
  ['^[a-z_]+:[a-z_]+$', 'must be resource:verb, as listed by `svc apikey scopes`'],
]);

function describePattern(pattern: string): string {
  return PATTERNS.get(pattern) ?? 'does not have the form that the service requires';
}
