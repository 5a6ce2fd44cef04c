import { create, getOption, type DescMessage, type Message } from '@bufbuild/protobuf';
import { ServiceError, type ErrorCode, type ErrorDetail } from '@svc/service-error';
import { keeps_empty as keepsEmpty } from './gen/svc/v1/policy_pb.js';
import { readMembers } from './json/decode.js';
import { isJsonObject } from './json/json.js';
import { readNullFields } from './json/null-fields.js';
import { childPath } from './json/path.js';
import { readParameters, readPathParameters, type PathParameters, type QueryPairs } from './json/query.js';
import { Violations } from './json/violations.js';
import type { Operation } from './operation.js';
import { validate } from './validate.js';

/** The parts of an HTTP request that form the message of an operation. */
export interface RequestParts {
  readonly pathParameters: PathParameters;
  readonly query: QueryPairs;
  /** The parsed JSON body; undefined without a body. */
  readonly body?: unknown;
}

/** Selects the project of a request. It is read before the operation and never part of its message. */
const PROJECT_PARAMETER = 'project_id';

/** Parameters that a list without pagination ignores instead of refusing. */
const PAGE_PARAMETERS = ['limit', 'cursor'];

/**
 * Decodes and validates the message of a request.
 *
 * @throws ServiceError `invalid_request` with every violation of the JSON and the rules, or the operation's own code if only
 *   the cursor is invalid.
 */
export function readRequest(operation: Operation, { pathParameters, query, body = {} }: RequestParts): Message {
  const desc = operation.rpc.input;
  const violations = new Violations();
  const taken = new Set(operation.pathParameters);
  const init = readPathParameters(desc, pathParameters, violations);
  const parameters = [...query].filter(([name]) => !isIgnored(operation, name));
  if (operation.body === undefined) readParameters(desc, parameters, init, taken, violations);
  else {
    for (const name of new Set(parameters.map(([name]) => name)))
      violations.add(childPath('', name), 'is not a known parameter');
    Object.assign(
      init,
      readMembers(desc, readNullFields(operation, body, violations), { path: '', depth: 0, violations }, taken),
    );
  }
  return finishRequest(operation, create(desc, init), violations);
}

/**
 * Decodes and validates the message of a request whose path, query and body fields are together in one JSON object, for callers
 * without an address, such as tools of agents. The names and rules are those of the HTTP request; values have their JSON types.
 *
 * @throws ServiceError as `readRequest`.
 */
export function readParameterObject(operation: Operation, parameters: unknown): Message {
  const desc = operation.rpc.input;
  const violations = new Violations();
  const given = operation.body === undefined ? dropOmitted(operation, parameters) : parameters;
  const members = operation.body === undefined ? given : readNullFields(operation, given, violations);
  const init = readMembers(desc, members, { path: '', depth: 0, violations }, new Set());
  const missing = isJsonObject(given) ? operation.pathParameters.filter((name) => (given[name] ?? '') === '') : [];
  for (const name of missing) violations.add(childPath('', name), 'is required');
  return finishRequest(operation, create(desc, init), violations);
}

function finishRequest(operation: Operation, message: Message, violations: Violations): Message {
  if (!violations.isFull) violations.addRules(validate(operation.rpc.input, message));
  const details = violations.all();
  if (details.length > 0) throw invalidRequest(details, codeFor(operation, details));
  return message;
}

/** Leaves out the parameters that a query string would omit: empty texts, and the page of a list without pagination. */
function dropOmitted(operation: Operation, parameters: unknown): unknown {
  if (!isJsonObject(parameters)) return parameters;
  const kept = new Set(
    operation.rpc.input.fields.filter((field) => getOption(field, keepsEmpty)).map(({ name }) => name),
  );
  const entries = Object.entries(parameters).filter(
    ([name, value]) =>
      operation.pathParameters.includes(name) || (!isIgnored(operation, name) && (value !== '' || kept.has(name))),
  );
  return Object.fromEntries(entries);
}

/** Creates the error of a request; its message names the first violation. */
export function invalidRequest(details: readonly ErrorDetail[], code: ErrorCode = 'invalid_request'): ServiceError {
  const [first] = details;
  const rest = details.length > 1 ? ` (and ${details.length - 1} more)` : '';
  return new ServiceError(code, { details, ...(first && { message: `${describe(first)}${rest}` }) });
}

/** A rule about several fields has no path; its reason is a clause of its own. */
function describe({ path, reason }: ErrorDetail): string {
  return path === '' ? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}` : `${path}: ${reason}`;
}

/**
 * Whether an operation is a list without pagination: it returns only lists and counts, declares no page parameters, and ignores
 * them.
 */
export function isUnpagedListing({ method, rpc }: Operation): boolean {
  const { input, output } = rpc;
  const kinds = new Set(output.fields.map(({ fieldKind }) => fieldKind));
  const isListing = kinds.delete('list') && [...kinds].every((kind) => kind === 'scalar');
  return method === 'GET' && isListing && !PAGE_PARAMETERS.some((name) => hasField(input, name));
}

function isIgnored(operation: Operation, name: string): boolean {
  return name === PROJECT_PARAMETER || (PAGE_PARAMETERS.includes(name) && isUnpagedListing(operation));
}

function hasField(desc: DescMessage, name: string): boolean {
  return desc.fields.some((field) => field.name === name);
}

function codeFor(operation: Operation, details: readonly ErrorDetail[]): ErrorCode {
  return details.every(({ path }) => path === 'cursor') ? operation.cursorError : 'invalid_request';
}
