import { ERROR_CODES } from '@svc/service-error';
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

const RETRY_LATER = [429, 503];

const byStatus: ReadonlyMap<number, [string, { message: string }][]> = Map.groupBy(
  Object.entries(ERROR_CODES),
  ([, { http }]) => http,
);

/** Answered by the HTTP server itself, before any operation. */
const HEADERS_TOO_LARGE = 431;

/** Creates one reusable response for each error status that the paths refer to. */
export function errorResponses(paths: Node): Node {
  const text = JSON.stringify(paths);
  const statuses = [...byStatus.keys(), HEADERS_TOO_LARGE].filter((status) => text.includes(referenceTo(status)));
  return Object.fromEntries(statuses.sort((a, b) => a - b).map((status) => [`Error${status}`, errorResponse(status)]));
}

/** Refers to the response of an error status. */
export function errorReference(status: number): Node {
  return { $ref: referenceTo(status) };
}

const referenceTo = (status: number): string => `#/components/responses/Error${status}`;

function errorResponse(status: number): Node {
  const codes = byStatus.get(status) ?? [];
  const retry = {
    'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer' } },
  };
  return {
    description:
      status === HEADERS_TOO_LARGE
        ? 'The target and the headers of the request are too large.'
        : codes.map(([code, { message }]) => `\`${code}\`: ${message}`).join('\n\n'),
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
    404,
    ...(operation.method === 'GET' ? [] : [409]),
    ...(operation.body ? [413, 415] : []),
    ...[429, 431, 500, 503, 504],
  ];
  return Object.fromEntries(statuses.map((status) => [String(status), errorReference(status)]));
}
