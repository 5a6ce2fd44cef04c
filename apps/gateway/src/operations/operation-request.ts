import type { DescMessage, Message } from '@bufbuild/protobuf';
import { parseQuery } from '@svc/auth';
import { invalidRequest, isJsonObject, readRequest, type Operation } from '@svc/contract';
import { invalidField } from '@svc/service-error';
import type { FastifyRequest } from 'fastify';
import { readRawQuery } from '../http/request.js';

const PROJECT_PARAMETER = 'project_id';
const IDEMPOTENCY_FIELD = 'idempotency_key';
const RESUME_FIELD = 'resume';

/**
 * The message of an operation from the parts of its request.
 *
 * @throws ServiceError invalid_request naming every field that is wrong.
 */
export function readOperationRequest(operation: Operation, request: FastifyRequest, body: unknown): Message {
  return readRequest(operation, {
    pathParameters: request.params as Record<string, string>,
    query: withLastEventId(operation, request, readQuery(operation, readRawQuery(request))),
    body: operation.body === undefined ? undefined : withHeaderKey(operation, request, body),
  });
}

/**
 * The well-formed parameters. One that a standard parser would discard is refused where the operation knows it, since leaving a
 * filter out silently would answer another question; any other is discarded.
 */
function readQuery(operation: Operation, rawQuery: string): [string, string][] {
  const pairs: [string, string][] = [];
  const malformed = new Set<string>();
  for (const { name, value } of parseQuery(rawQuery)) {
    if (value !== undefined) pairs.push([name, value]);
    else if (isParameter(operation, name)) malformed.add(name);
  }
  if (malformed.size > 0) {
    const details = [...malformed].map((path) => ({ path, reason: 'is not well-formed: escape it as in a URL' }));
    const onlyCursor = malformed.size === 1 && malformed.has('cursor');
    throw invalidRequest(details, onlyCursor ? operation.cursorError : 'invalid_request');
  }
  return pairs;
}

function isParameter(operation: Operation, name: string): boolean {
  if (name === PROJECT_PARAMETER || operation.body !== undefined) return false;
  return hasField(operation.rpc.input, name) && !operation.pathParameters.includes(name);
}

/** A client that reconnects by itself repeats its first query string, so the header knows better where it was cut off. */
function withLastEventId(
  operation: Operation,
  request: FastifyRequest,
  query: readonly [string, string][],
): readonly [string, string][] {
  const header = request.headers['last-event-id'];
  if (!operation.streams || typeof header !== 'string' || header === '') return query;
  return [...query.filter(([name]) => name !== RESUME_FIELD), [RESUME_FIELD, header]];
}

/** Header and field have the same meaning, so a request in which they differ is rejected: either could name the response to replay. */
function withHeaderKey(operation: Operation, request: FastifyRequest, body: unknown): unknown {
  const header = request.headers['idempotency-key'];
  if (typeof header !== 'string' || !hasField(operation.rpc.input, IDEMPOTENCY_FIELD)) return body;
  const completed = withIdempotencyKey(operation, header, body);
  if (isJsonObject(completed) && completed[IDEMPOTENCY_FIELD] !== header)
    throw invalidField(IDEMPOTENCY_FIELD, 'differs from the Idempotency-Key header');
  return completed;
}

/** Adds an idempotency key to the parameters of an operation that takes one, unless they have one. */
export function withIdempotencyKey<Body>(operation: Operation, key: string, body: Body): Body {
  if (!hasField(operation.rpc.input, IDEMPOTENCY_FIELD) || !isJsonObject(body)) return body;
  return (body[IDEMPOTENCY_FIELD] ?? '') === '' ? { ...body, [IDEMPOTENCY_FIELD]: key } : body;
}

function hasField(desc: DescMessage, name: string): boolean {
  return desc.fields.some((field) => field.name === name);
}
