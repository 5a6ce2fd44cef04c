import type { Node } from './schema.js';

/** The error of the query interface of Prometheus. */
export const PROMETHEUS_SCHEMAS: Node = {
  PrometheusFailure: {
    type: 'object',
    description: 'An error of the query interface of Prometheus.',
    properties: {
      status: { type: 'string', enum: ['error'], description: 'Always `error`.' },
      errorType: {
        type: 'string',
        enum: [
          'bad_data',
          'canceled',
          'execution',
          'forbidden',
          'internal',
          'not_acceptable',
          'not_found',
          'timeout',
          'unauthorized',
          'unavailable',
        ],
        description: 'Kind of the error.',
      },
      error: { type: 'string', description: 'Error message for display.' },
    },
    required: ['status', 'errorType', 'error'],
  },
};

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'A parameter is not valid, or the query cannot be parsed.',
  401: 'A valid credential is required.',
  403: 'The credential does not permit this request.',
  404: 'The project was not found.',
  413: 'The form is too large.',
  415: 'The body is no form.',
  422: 'The query cannot be evaluated, or asks for more than a limit.',
  429: 'Too many requests.',
  500: 'An internal error occurred.',
  503: 'The query took too long, or the service is temporarily unavailable.',
};

/** The answers with an error. Those before the route is known, such as to an unknown method, have the common form. */
export const PROMETHEUS_RESPONSES: Node = Object.fromEntries(
  Object.entries(DESCRIPTIONS).map(([status, description]) => [`Prometheus${status}`, toResponse(status, description)]),
);

/** Refers to the answers with these statuses, and to those of queries. */
export function prometheusFailures(statuses: readonly number[]): Node {
  const known = [...statuses, 422].filter((status) => DESCRIPTIONS[status] !== undefined);
  return Object.fromEntries(known.map((status) => [status, { $ref: `#/components/responses/Prometheus${status}` }]));
}

function toResponse(status: string, description: string): Node {
  const schema = {
    anyOf: [{ $ref: '#/components/schemas/PrometheusFailure' }, { $ref: '#/components/schemas/Error' }],
  };
  const retry = { 'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer' } } };
  return {
    description,
    ...(['429', '503'].includes(status) && { headers: retry }),
    content: { 'application/json': { schema } },
  };
}
