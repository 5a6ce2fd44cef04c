import type { RawRoute } from '../raw.js';
import { errorReference } from './errors.js';
import { prometheusFailures } from './prometheus-failures.js';
import type { Node } from './schema.js';

const INGEST_SERVER = {
  url: '{ingest_url}',
  description: 'The ingestion interface, which has its own address.',
  variables: { ingest_url: { default: 'http://localhost:4318' } },
};

/** Groups of routes in the reference, by the first part of their IDs. */
const TAGS: Readonly<Record<string, { readonly name: string; readonly description: string }>> = {
  ...named('Ingestion', 'Sending telemetry and product events.', ['events', 'otlp', 'posthog', 'segment']),
  ...named('ExternalAlerts', 'Alerts that other products send.', ['external_alerts']),
  ...named('Queries', 'Query interfaces of other products.', ['alertmanager', 'jaeger', 'prometheus']),
  ...named('OpenFeature', 'Evaluating flags with OpenFeature SDKs.', ['ofrep']),
  ...named('SigningIn', 'Signing in, and the pages for it.', ['auth', 'pages']),
  ...named('Webhooks', 'What providers of tickets send.', ['connections', 'webhooks']),
  ...named('MCP', 'Tools of AI agents.', ['mcp']),
  ...named('Service', 'The reference, the client and the health of the service.', ['cli', 'client', 'docs', 'health']),
};

function named(name: string, description: string, prefixes: readonly string[]) {
  return Object.fromEntries(prefixes.map((prefix) => [prefix, { name, description }]));
}

/** The tags of routes, each once. */
export function routeTags(routes: readonly RawRoute[]): Node[] {
  return [...new Map(routes.flatMap((route) => getTags(route)).map((tag) => [tag.name, tag])).values()];
}

function getTags({ id }: RawRoute) {
  return TAGS[id.split('.', 1)[0] ?? ''] ?? [];
}

/** The error of the OpenFeature Remote Evaluation Protocol. */
export const OFREP_SCHEMAS: Node = {
  OfrepFailure: {
    type: 'object',
    description: 'An error of the OpenFeature Remote Evaluation Protocol.',
    properties: {
      key: { type: 'string', description: 'Key of the flag, if one was asked for.' },
      errorCode: {
        type: 'string',
        enum: ['PARSE_ERROR', 'TARGETING_KEY_MISSING', 'INVALID_CONTEXT', 'FLAG_NOT_FOUND', 'GENERAL'],
        description: 'Error code of the protocol.',
      },
      errorDetails: { type: 'string', description: 'Error message for display.' },
    },
    required: ['errorCode', 'errorDetails'],
  },
};

/** The OpenAPI operation of a route. */
export function rawNode(route: RawRoute): Node {
  const content = (types: readonly string[]): Node => Object.fromEntries(types.map((type) => [type, {}]));
  const parameters = Array.from(route.path.matchAll(/\{([a-z0-9_]+)\}/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PARAMETERS[name] ?? name,
    schema: { type: 'string' },
  }));
  return {
    operationId: route.id,
    tags: [getTags(route)].flat().map(({ name }) => name),
    summary: route.summary,
    description: route.description,
    ...(route.interfaces.includes('gateway') ? {} : { servers: [INGEST_SERVER] }),
    ...(route.project === 'public' && { security: [] }),
    ...(route.scope !== undefined && { 'x-scope': route.scope }),
    'x-project': route.project,
    'x-agent': route.agent,
    ...(route.maxBodyBytes !== undefined && { 'x-max-body-bytes': route.maxBodyBytes }),
    ...(route.encodings.length > 0 && { 'x-content-encodings': route.encodings }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.consumes.length > 0 && { requestBody: { required: true, content: content(route.consumes) } }),
    responses: {
      [String(route.successStatus ?? 200)]: { description: 'Done.', content: content(route.produces) },
      ...failures(route),
    },
  };
}

const PARAMETERS: Readonly<Record<string, string>> = {
  file: 'Token of the feed with the suffix .ics.',
  key: 'Key of the flag.',
  name: 'Name of the label.',
  publishable_key: 'A publishable key.',
  connection_id: 'ID of the connection.',
  identifier: 'Alias of the alert, or the hash that its creation got without one.',
  rule_id: 'ID of the rule.',
  service: 'Name of the service.',
  silence_id: 'ID of the silence.',
  trace_id: 'Trace ID: up to 32 hexadecimal digits.',
};

/** An error in the form of the product whose clients use the route. */
const FOREIGN_FAILURE: Node = {
  description: 'Refused or failed; the body has the form that clients of the product read.',
  content: { 'application/json': {} },
};
const FOREIGN_ERRORS: ReadonlySet<string> = new Set(['alertmanager', 'external_alerts', 'jaeger']);
const hasForeignErrors = (id: string): boolean => FOREIGN_ERRORS.has(id.split('.', 1)[0] ?? '');

function failures({ id, path, consumes, project }: RawRoute): Node {
  const isProtected = project !== 'public';
  // A service can be built without the recorder.
  const isRecorder = id.startsWith('recorder.');
  const statuses = [
    400,
    ...(isProtected ? [401, 403] : []),
    ...(id.startsWith('webhooks.') ? [401] : []),
    ...(path.includes('{publishable_key}') ? [401, 403] : []),
    ...(isProtected || path.includes('{') || isRecorder ? [404] : []),
    ...(consumes.length > 0 ? [413, 415] : []),
    ...[429, 431, 500, 503],
  ];
  const errors = Object.fromEntries(statuses.map((status) => [String(status), errorReference(status)]));
  if (id.startsWith('prometheus.')) return { ...errors, ...prometheusFailures(statuses) };
  if (hasForeignErrors(id)) return Object.fromEntries(statuses.map((status) => [String(status), FOREIGN_FAILURE]));
  return id.startsWith('ofrep.') ? { ...errors, ...ofrepFailures(id) } : errors;
}

/** The protocol's own errors; those before an evaluation, such as a wrong credential, have the common form. */
function ofrepFailures(id: string): Node {
  const either = (description: string, headers?: Node): Node => ({
    description,
    ...(headers && { headers }),
    content: {
      'application/json': {
        schema: { anyOf: [{ $ref: '#/components/schemas/OfrepFailure' }, { $ref: '#/components/schemas/Error' }] },
      },
    },
  });
  const retry = { 'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer' } } };
  return {
    ...(id === 'ofrep.flags' && { '304': { description: 'Not modified: If-None-Match contains the current ETag.' } }),
    '400': either('The body or the context is not valid.'),
    '404': either('The project has no such flag, or does not exist.'),
    '503': either('What the flag depends on cannot be read at the moment.', retry),
  };
}
