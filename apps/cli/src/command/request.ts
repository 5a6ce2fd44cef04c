import { usageError } from '../runtime/failure.js';
import { operations } from '../gen/operations.js';
import type { ApiRequest } from '../http/api.js';
import { isObject, plainText, type Json, type JsonObject } from '../values/json.js';
import type { OperationId, RestCommand } from './command.js';
import type { FlagValue, FlagValues } from './flag.js';

/** One operation as the generated table has it. */
export interface OperationEntry {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /api/v1, with parameters in braces. */
  readonly path: string;
  readonly pathParameters: readonly string[];
  /** Fields of the request that are not in the path. */
  readonly fields: readonly string[];
  /** Whether the fields travel in a JSON body; otherwise in the query. */
  readonly body: boolean;
  readonly scope: string | null;
  readonly project: 'required' | 'organization' | 'public';
}

export function operationEntry(id: OperationId): OperationEntry {
  return operations[id];
}

export interface RequestInput {
  /** By argument name. */
  readonly arguments: Readonly<Record<string, string>>;
  /** Further values of an argument that repeats. */
  readonly more?: readonly string[];
  readonly flags: FlagValues;
  /** What --json or --file held. */
  readonly body: JsonObject | undefined;
  /** Id of the active project. */
  readonly project: string | undefined;
}

/**
 * The request of a command. The active project goes with every request, also where the organization is enough: only so can the
 * service refuse a project that the key is not bound to.
 */
export function buildRequest(command: RestCommand, input: RequestInput): ApiRequest {
  const operation = operationEntry(command.operation);
  const project = operation.project === 'public' ? undefined : input.project;
  const sent = sentValues(command, input);
  const fields = sent.filter(({ sends }) => !operation.pathParameters.includes(sends));
  const query: [string, string][] = project === undefined ? [] : [['project_id', project]];
  const path = fillPath(operation, sent);
  if (!operation.body) {
    query.push(...fields.flatMap(({ sends, value }) => queryPairs(sends, value)));
    return { method: operation.method, path, query, idempotent: operation.method === 'GET' };
  }
  const body = mergeBody(input.body ?? {}, fields);
  const withProject =
    project !== undefined && operation.fields.includes('project_id') && body['project_id'] === undefined
      ? { ...body, project_id: project }
      : body;
  return { method: operation.method, path, query, body: withProject, idempotent: 'idempotency_key' in withProject };
}

interface SentValue {
  /** Field or path parameter. */
  readonly sends: string;
  /** As the person who typed it knows it. */
  readonly spelled: string;
  readonly value: FlagValue;
}

function sentValues(command: RestCommand, { arguments: given, more = [], flags }: RequestInput): SentValue[] {
  const positionals = (command.arguments ?? []).map(({ name, sends, choices, meanings, repeats }) => {
    const typed = given[name];
    if (typed !== undefined && choices && !choices.includes(typed)) {
      throw usageError(`<${name}> takes one of ${choices.join(', ')}`);
    }
    if (repeats) return { sends, spelled: `<${name}>`, value: [typed ?? '', ...more] };
    return { sends, spelled: `<${name}>`, value: typed === undefined ? typed : (meanings?.[typed] ?? typed) };
  });
  const named = (command.flags ?? []).map(({ name, sends }) => {
    return { sends, spelled: `--${name}`, value: flags.values[name] };
  });
  const confirmation = { sends: command.confirms, spelled: '--yes', value: positionals[0]?.value };
  return [...positionals, ...named, confirmation].flatMap(({ sends, spelled, value }) =>
    sends === undefined || value === undefined ? [] : [{ sends, spelled, value }],
  );
}

/** An empty filter is no filter. */
function queryPairs(name: string, value: FlagValue): [string, string][] {
  const values = (Array.isArray(value) ? (value as readonly string[]) : [plainText(toJson(value))]).filter(
    (text) => text !== '',
  );
  return values.map((text) => [name, text]);
}

/** `.` and `..` would be taken for steps of the path whatever their commandPath, and reach another operation. */
function fillPath({ path, pathParameters }: OperationEntry, sent: readonly SentValue[]): string {
  return pathParameters.reduce((filled, parameter) => {
    const given = sent.find(({ sends }) => sends === parameter);
    const value = given ? plainText(toJson(given.value)) : '';
    if (['', '.', '..'].includes(value)) throw usageError(`${given?.spelled ?? parameter} is not valid`);
    return filled.replace(`{${parameter}}`, () => encodeURIComponent(value));
  }, path);
}

/** A field may be given by flag or in the body, or twice alike; two different values are one too many. */
function mergeBody(body: JsonObject, fields: readonly SentValue[]): JsonObject {
  return fields.reduce((merged, { sends, value }) => withField(merged, sends.split('.'), toJson(value)), body);
}

function withField(body: JsonObject, [name = '', ...inner]: readonly string[], json: Json): JsonObject {
  const present = body[name];
  if (inner.length > 0) return { ...body, [name]: withField(isObject(present) ? present : {}, inner, json) };
  if (present !== undefined && plainText(present) !== plainText(json)) {
    throw usageError(`${name} differs between the body and its flag`);
  }
  return { ...body, [name]: json };
}

/** 64-bit numbers that a double does not hold exactly travel as decimal strings, which the service also reads. */
function toJson(value: FlagValue): Json {
  if (typeof value === 'bigint') return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value);
  return value;
}
