import { operations } from '../gen/operations.js';
import type { ApiRequest } from '../http/api.js';
import { usageError } from '../runtime/failure.js';
import { isObject, plainText, type Json, type JsonObject } from '../runtime/values/json.js';
import type { OperationId, RestCommand } from './command.js';
import { checkFields, missingFields, type SentValue } from './field-rules.js';
import type { FlagValue, FlagValues } from './flag.js';

/** An operation in the generated table. */
export interface OperationEntry {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path relative to /api/v1, with parameters in braces. */
  readonly path: string;
  readonly pathParameters: readonly string[];
  /** Fields of the request that are not in the path. */
  readonly fields: readonly string[];
  /** Whether the fields are sent in a JSON body instead of the query string. */
  readonly body: boolean;
  readonly scope: string | null;
  readonly project: 'required' | 'organization' | 'public';
}

export function operationEntry(id: OperationId): OperationEntry {
  return operations[id];
}

export interface RequestInput {
  /** Values by argument name. */
  readonly arguments: Readonly<Record<string, string>>;
  /** Further values of a repeating argument. */
  readonly more?: readonly string[];
  readonly flags: FlagValues;
  /** The parsed content of --json or --file. */
  readonly body: JsonObject | undefined;
  /** ID of the active project. */
  readonly project: string | undefined;
}

/**
 * Builds the request of a command. The active project is sent even with organization-wide operations, so that the service can
 * refuse a project that the key is not bound to.
 */
export function buildRequest(command: RestCommand, input: RequestInput): ApiRequest {
  const operation = operationEntry(command.operation);
  const project = operation.project === 'public' ? undefined : input.project;
  const sent = sentValues(command, input);
  checkFields(command.operation, sent);
  checkTogether(command, input.flags);
  if (command.body === undefined) requireFields(command, sent);
  const fields = sent.filter(({ sends }) => !operation.pathParameters.includes(sends));
  const query: [string, string][] = project === undefined ? [] : [['project_id', project]];
  const path = fillPath(operation, sent);
  if (!operation.body) {
    query.push(...fields.flatMap(({ sends, value }) => queryPairs(sends, value)));
    return { method: operation.method, path, query, idempotent: operation.method === 'GET' };
  }
  const body = withListOfOne(command, mergeBody(input.body ?? {}, fields));
  const withProject =
    project !== undefined && operation.fields.includes('project_id') && body['project_id'] === undefined
      ? { ...body, project_id: project }
      : body;
  return { method: operation.method, path, query, body: withProject, idempotent: 'idempotency_key' in withProject };
}

function sentValues(command: RestCommand, { arguments: given, more = [], flags }: RequestInput): SentValue[] {
  const positionals = (command.arguments ?? []).map(({ name, sends, choices, meanings, repeats }) => {
    const typed = given[name];
    if (typed !== undefined && choices && !choices.includes(typed)) {
      throw usageError(`<${name}> must be one of ${choices.join(', ')}`);
    }
    if (repeats) return { sends, spelled: `<${name}>`, value: [typed ?? '', ...more] };
    return { sends, spelled: `<${name}>`, value: typed === undefined ? typed : (meanings?.[typed] ?? typed) };
  });
  const named = (command.flags ?? []).map(({ name, sends, generated }) => {
    return { sends, spelled: `--${name}`, value: flags.values[name] ?? (generated && crypto.randomUUID()) };
  });
  const confirmation = { sends: command.confirms, spelled: '--yes', value: positionals[0]?.value };
  return [...positionals, ...named, confirmation].flatMap(({ sends, spelled, value }) =>
    sends === undefined || value === undefined ? [] : [{ sends, spelled, value }],
  );
}

/** Checks flags that only make sense together, and groups of flags that require at least one. */
function checkTogether({ together = [], anyOf = [] }: RestCommand, { given }: FlagValues): void {
  const spell = (names: readonly string[], word: string): string => names.map((name) => `--${name}`).join(` ${word} `);
  if (together.some((name) => given.has(name)) && !together.every((name) => given.has(name))) {
    throw usageError(`${spell(together, 'and')} must be used together`);
  }
  if (anyOf.length > 0 && !anyOf.some((name) => given.has(name))) throw usageError(`${spell(anyOf, 'or')} is required`);
}

/** A required field without a flag is given by the client itself, such as the project. */
function requireFields({ operation, flags = [] }: RestCommand, sent: readonly SentValue[]): void {
  const missing = missingFields(operation, sent);
  const names = flags
    .filter(({ sends }) => sends !== undefined && missing.includes(sends))
    .map(({ name }) => `--${name}`);
  if (names.length > 0) throw usageError(`${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} required`);
}

/** Omits empty filters. */
function queryPairs(name: string, value: FlagValue): [string, string][] {
  const values = (Array.isArray(value) ? (value as readonly string[]) : [plainText(toJson(value))]).filter(
    (text) => text !== '',
  );
  return values.map((text) => [name, text]);
}

/**
 * Fills the path parameters. `.` and `..` are refused, because URLs resolve them even when encoded, which would reach another
 * operation.
 */
function fillPath({ path, pathParameters }: OperationEntry, sent: readonly SentValue[]): string {
  return pathParameters.reduce((filled, parameter) => {
    const given = sent.find(({ sends }) => sends === parameter);
    const value = given ? plainText(toJson(given.value)) : '';
    if (['', '.', '..'].includes(value)) throw usageError(`${given?.spelled ?? parameter} is not valid`);
    return filled.replace(`{${parameter}}`, () => encodeURIComponent(value));
  }, path);
}

/** Merges flags into the body. A field may be in both if the values are equal. */
function mergeBody(body: JsonObject, fields: readonly SentValue[]): JsonObject {
  return fields.reduce((merged, { sends, value }) => withField(merged, sends.split('.'), toJson(value)), body);
}

/** Makes a list of the object that nested flags have described. */
function withListOfOne({ listOfOne }: RestCommand, body: JsonObject): JsonObject {
  const item = listOfOne === undefined ? undefined : body[listOfOne];
  return listOfOne !== undefined && isObject(item) ? { ...body, [listOfOne]: [item] } : body;
}

function withField(body: JsonObject, [name = '', ...inner]: readonly string[], json: Json): JsonObject {
  const present = body[name];
  if (inner.length > 0) return { ...body, [name]: withField(isObject(present) ? present : {}, inner, json) };
  if (present !== undefined && plainText(present) !== plainText(json)) {
    throw usageError(`${name} has different values in the body and the flag`);
  }
  return { ...body, [name]: json };
}

/**
 * Converts a value to JSON. 64-bit integers beyond the exact range of a double become decimal strings, which the service accepts.
 */
function toJson(value: FlagValue): Json {
  if (typeof value === 'bigint') return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value);
  return value;
}
