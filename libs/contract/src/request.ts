import { create, type DescMessage, type Message } from '@bufbuild/protobuf';
import { ServiceError, type ErrorCode, type ErrorDetail } from '@svc/errors';
import { readMembers } from './json/decode.js';
import { readParameters, readPathParameters, type PathParameters, type QueryPairs } from './json/query.js';
import { childPath } from './json/path.js';
import { Violations } from './json/violations.js';
import type { Operation } from './operation.js';
import { validate } from './validate.js';

/** The parts of an HTTP request that make up an operation's message. */
export interface RequestParts {
  readonly pathParameters: PathParameters;
  readonly query: QueryPairs;
  /** The parsed JSON body; undefined when there was none. */
  readonly body?: unknown;
}

/** Selects the project of a request; read before any operation, so no operation sees it. */
const PROJECT_PARAMETER = 'project_id';

/** What a listing without pages ignores instead of refusing. */
const PAGE_PARAMETERS = ['limit', 'cursor'];

/**
 * Reads and validates the message of a request.
 *
 * @throws ServiceError `invalid_request` naming every violation of the JSON and of the rules at once, or the operation's own code
 *   when nothing but the cursor is wrong.
 */
export function readRequest(operation: Operation, { pathParameters, query, body }: RequestParts): Message {
  const desc = operation.rpc.input;
  const violations = new Violations();
  const taken = new Set(operation.pathParameters);
  const init = readPathParameters(desc, pathParameters, violations);
  const parameters = [...query].filter(([name]) => !isIgnored(operation, name));
  if (operation.body === undefined) readParameters(desc, parameters, init, taken, violations);
  else {
    for (const name of new Set(parameters.map(([name]) => name)))
      violations.add(childPath('', name), 'is not a known parameter');
    Object.assign(init, readMembers(desc, body ?? {}, { path: '', depth: 0, violations }, taken));
  }
  const message = create(desc, init);
  violations.addRules(validate(desc, message));
  const details = violations.all();
  if (details.length > 0) throw invalidRequest(details, codeFor(operation, details));
  return message;
}

/** The refusal of a request, its message naming the first violation. */
export function invalidRequest(details: readonly ErrorDetail[], code: ErrorCode = 'invalid_request'): ServiceError {
  const [first] = details;
  const rest = details.length > 1 ? ` (and ${details.length - 1} more)` : '';
  return new ServiceError(code, { details, ...(first && { message: `${first.path}: ${first.reason}${rest}` }) });
}

/** A listing answers lists and figures about them; one that declares no page parameters returns everything and ignores them. */
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
