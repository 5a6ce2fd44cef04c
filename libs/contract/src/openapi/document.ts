import type { DescField } from '@bufbuild/protobuf';
import { COMMENTS } from '../gen/comments.js';
import type { Operation } from '../operation.js';
import { operations } from '../operations.js';
import { isPage, rawRoutes, type RawRoute } from '../raw.js';
import { requiredFields } from '../rules.js';
import { ERROR_SCHEMAS, errorResponses, errorResponsesFor } from './errors.js';
import { eventStream, LAST_EVENT_ID, STREAM_SCHEMAS } from './event-stream.js';
import { withExample, type Examples } from './examples.js';
import { GUIDES } from './guides.js';
import { PROMETHEUS_RESPONSES, PROMETHEUS_SCHEMAS } from './prometheus-failures.js';
import { OFREP_SCHEMAS, rawNode, routeTags } from './raw-route.js';
import { described, Schemas, type Node } from './schema.js';

const PROJECT_PARAMETER = {
  name: 'project_id',
  in: 'query',
  description:
    'ID of the project. Required with an organization-level credential, unless the header X-Svc-Project names the project by ID or slug; ' +
    'optional with a project-bound one.',
  schema: { type: 'string' },
};

/** Ways in which a request carries a credential; one is enough. */
const SECURITY_SCHEMES = {
  ApiKey: { type: 'apiKey', in: 'header', name: 'X-Svc-API-Key', description: 'The secret of an API key.' },
  XApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same in another header.' },
  Bearer: { type: 'http', scheme: 'bearer', description: 'The secret of an API key or an access token.' },
};

/**
 * Creates the OpenAPI 3.1 document of an interface from the descriptors; equal contracts produce equal documents.
 *
 * @param examples requests and responses of real runs, by operation
 */
export function openApiDocument(
  served: readonly Operation[] = operations,
  routes: readonly RawRoute[] = rawRoutes,
  examples: Examples = {},
): Node {
  const schemas = new Schemas();
  const interfaces = routes.filter((route) => !isPage(route));
  const entries = [
    ...served.map(
      (operation) =>
        [
          operation.path,
          operation.method,
          withExample(operationNode(operation, schemas), examples[operation.id]),
        ] as const,
    ),
    ...interfaces.map((route) => [route.path, route.method, withExample(rawNode(route), examples[route.id])] as const),
  ];
  const services = [...new Set(served.map(({ service }) => service))].map(({ name, typeName }) => ({
    name,
    description: COMMENTS[typeName] ?? name,
  }));
  const tags = [...services, ...routeTags(interfaces)] as { readonly name: string }[];
  const paths = sortPaths(entries);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Observability and customer analytics',
      version: 'v1',
      description: GUIDES,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: Object.keys(SECURITY_SCHEMES).map((scheme) => ({ [scheme]: [] })),
    tags: tags.sort((a, b) => (a.name < b.name ? -1 : 1)),
    paths,
    components: {
      schemas: { ...ERROR_SCHEMAS, ...OFREP_SCHEMAS, ...PROMETHEUS_SCHEMAS, ...STREAM_SCHEMAS, ...schemas.all() },
      responses: { ...errorResponses(paths), ...PROMETHEUS_RESPONSES },
      parameters: { LastEventId: LAST_EVENT_ID, ProjectId: PROJECT_PARAMETER },
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function sortPaths(entries: readonly (readonly [path: string, method: string, node: Node])[]): Node {
  const paths: Record<string, Node> = {};
  for (const [path, method, node] of [...entries].sort(([a, m], [b, n]) =>
    a === b ? (m < n ? -1 : 1) : a < b ? -1 : 1,
  )) {
    (paths[path] ??= {})[method.toLowerCase()] = node;
  }
  return paths;
}

function operationNode(operation: Operation, schemas: Schemas): Node {
  const { rpc, pathParameters, successStatus } = operation;
  const fromQuery = operation.body ? [] : rpc.input.fields.filter((field) => !pathParameters.includes(field.name));
  const fromPath = rpc.input.fields.filter((field) => pathParameters.includes(field.name));
  const required = requiredFields(rpc.input);
  const parameters = [
    ...fromPath.map((field) => ({ ...parameter(field, 'path', schemas), required: true })),
    ...fromQuery.map((field) => ({
      ...parameter(field, 'query', schemas),
      ...(required.has(field.name) && { required: true }),
    })),
    ...(operation.project === 'required' ? [{ $ref: '#/components/parameters/ProjectId' }] : []),
    ...(operation.streams ? [{ $ref: '#/components/parameters/LastEventId' }] : []),
  ];
  const body = operation.body && json(schemas.reference(rpc.input, 'request', pathParameters));
  const answer = answerNode(operation, schemas);
  return {
    operationId: operation.id,
    tags: [operation.service.name],
    summary: operation.title,
    description: operation.description,
    ...(operation.project === 'public' && { security: [] }),
    ...extensions(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, ...body } }),
    ...(!body && operation.streamedBody !== undefined && { requestBody: fileBody(operation.streamedBody) }),
    responses: {
      [String(successStatus)]: { description: successText(operation), ...answer },
      ...(hasEntityTag(operation) && NOT_MODIFIED),
      ...(operation.streamedBody !== undefined && uploadAnswers(operation, answer)),
      ...(isReplayable(operation) && { '200': { description: 'An earlier request created it.', ...answer } }),
      ...errorResponsesFor(operation),
    },
  };
}

/** Documents may have one. */
function hasEntityTag({ rpc, answer, method, entityTag }: Operation): boolean {
  return entityTag || (rpc.output !== answer && method === 'GET');
}

/** An upload that changes nothing is a success too, and so is a chunk of one. */
function uploadAnswers({ body }: Operation, answer: Node): Node {
  return {
    '200': { description: 'The same file was uploaded before.', ...answer },
    ...(body === undefined && { '202': { description: 'A part of the file was received.', ...answer } }),
  };
}

/** Whether the answer says if an earlier request with the same idempotency key has created what it contains. */
function isReplayable({ successStatus, answer }: Operation): boolean {
  return successStatus === 201 && answer.fields.some(({ name }) => name === 'replayed');
}

function fileBody(type: string): Node {
  return { required: true, content: { [type]: { schema: { type: 'string', format: 'binary' } } } };
}

const NOT_MODIFIED = {
  '304': { description: 'Not modified: If-None-Match contains the current ETag. The response has no body.' },
};

function answerNode({ rpc, answer, successStatus, streams }: Operation, schemas: Schemas): Node {
  if (streams) return eventStream(rpc.output, schemas);
  return successStatus === 204 ? {} : json(schemas.reference(answer, 'answer'));
}

function parameter(field: DescField, place: 'path' | 'query', schemas: Schemas): Node {
  const schema = schemas.field(field, 'request');
  return { name: field.name, in: place, ...described(field), schema };
}

function json(schema: Node): { content: Node } {
  return { content: { 'application/json': { schema } } };
}

function extensions({ scope, project, agent }: Pick<Operation, 'scope' | 'project' | 'agent'>): Node {
  return { ...(scope !== undefined && { 'x-scope': scope }), 'x-project': project, 'x-agent': agent };
}

function successText({ answer, successStatus }: Operation): string {
  return successStatus === 204 ? 'Done.' : (COMMENTS[answer.typeName] ?? 'The answer.');
}
