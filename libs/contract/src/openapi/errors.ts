import { ERROR_CODES } from '@svc/errors';
import type { Operation } from '../operation.js';
import type { Node } from './schema.js';

const DETAIL = {
  type: 'object',
  description: 'A violation in a request.',
  properties: {
    path: { type: 'string', description: 'Path of the field: `filters[0].op`.' },
    reason: { type: 'string', description: 'Reason for the refusal. It never contains the value.' },
  },
  required: ['path', 'reason'],
};

/** The body of every error response. */
export const ERROR_SCHEMAS: Node = {
  Error: {
    type: 'object',
    description: 'The body of every error response.',
    properties: {
      error: { type: 'string', enum: Object.keys(ERROR_CODES).sort(), description: 'Stable error code.' },
      message: { type: 'string', description: 'Error message for display.' },
      details: {
        type: 'array',
        items: { $ref: '#/components/schemas/ErrorDetail' },
        description: 'The violations, one for each invalid field.',
      },
    },
    required: ['error', 'message'],
  },
  ErrorDetail: DETAIL,
};

/** Statuses that a connected client never receives. */
const UNSEEN: readonly number[] = [499];
const RETRY_LATER = [429, 503];

const byStatus: ReadonlyMap<number, [string, { message: string }][]> = Map.groupBy(
  Object.entries(ERROR_CODES),
  ([, { http }]) => http,
);

/** Creates one reusable response for each error status. */
export function errorResponses(): Node {
  const statuses = [...byStatus.keys()].filter((status) => !UNSEEN.includes(status)).sort((a, b) => a - b);
  return Object.fromEntries(statuses.map((status) => [`Error${status}`, errorResponse(status)]));
}

function errorResponse(status: number): Node {
  const codes = byStatus.get(status) ?? [];
  const retry = {
    'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer' } },
  };
  return {
    description: codes.map(([code, { message }]) => `\`${code}\`: ${message}`).join('\n\n'),
    ...(RETRY_LATER.includes(status) && { headers: retry }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

/** Returns the error responses of an operation, by status. */
export function errorResponsesFor(operation: Operation): Node {
  const isPublic = operation.project === 'public';
  const statuses = [
    400,
    ...(isPublic ? [] : [401, 403]),
    ...(operation.pathParameters.length > 0 || operation.project === 'required' ? [404] : []),
    ...(operation.method === 'GET' ? [] : [409]),
    ...(operation.body ? [413, 415] : []),
    ...[429, 500, 503, 504],
  ];
  return Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }]),
  );
}
