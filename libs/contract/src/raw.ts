import type { AgentAccess, HttpMethod, ProjectScope } from './operation.js';

/** The two HTTP interfaces: what customers read and write by, and where telemetry arrives. */
export type HttpInterface = 'gateway' | 'ingest';

/** A route that is written by hand, because its body or answer is not a message of ours. */
export interface RawRoute {
  readonly id: string;
  readonly interfaces: readonly HttpInterface[];
  readonly method: HttpMethod;
  readonly path: string;
  /** `resource:verb` the credential must carry; undefined on a public route. */
  readonly scope: string | undefined;
  readonly project: ProjectScope;
  readonly agent: AgentAccess;
  /** Media types of the body; empty when there is none. */
  readonly consumes: readonly string[];
  /** Encodings the body may be compressed with. */
  readonly encodings: readonly string[];
  /** Largest body by default, as sent and again as expanded. */
  readonly maxBodyBytes: number | undefined;
  /** Media types of the answer. */
  readonly produces: readonly string[];
  readonly summary: string;
  readonly description: string;
}

const MIB = 1024 * 1024;

/** OTLP/HTTP as its specification has it; 64 MiB is the limit the specification recommends. */
function otlp(signal: 'traces' | 'logs' | 'metrics'): RawRoute {
  return {
    id: `otlp.${signal}`,
    interfaces: ['ingest'],
    method: 'POST',
    path: `/v1/${signal}`,
    scope: 'telemetry:write',
    project: 'required',
    agent: 'never',
    consumes: ['application/x-protobuf', 'application/json'],
    encodings: ['gzip'],
    maxBodyBytes: 64 * MIB,
    produces: ['application/x-protobuf', 'application/json'],
    summary: `Takes in ${signal} over OTLP/HTTP`,
    description:
      `Takes in ${signal} over OTLP/HTTP. Acknowledged once it is on disk; a byte-identical retry within ten minutes is ` +
      'acknowledged without being written again. Records that cannot be kept are counted in partial_success. The answer has ' +
      'the media type of the request.',
  };
}

const PUBLIC = {
  method: 'GET',
  scope: undefined,
  project: 'public',
  agent: 'never',
  consumes: [],
  encodings: [],
  maxBodyBytes: undefined,
} as const;

/** The closed list of routes beside the operations. */
export const rawRoutes: readonly RawRoute[] = [
  {
    ...PUBLIC,
    id: 'docs.page',
    interfaces: ['gateway'],
    path: '/docs',
    produces: ['text/html'],
    summary: 'Shows this document as pages',
    description: 'Shows this document as pages, with a form to try each operation.',
  },
  {
    ...PUBLIC,
    id: 'docs.openapi',
    interfaces: ['gateway'],
    path: '/openapi.json',
    produces: ['application/json'],
    summary: 'Answers this document',
    description: 'Answers this document: OpenAPI 3.1, derived from what the service serves.',
  },
  {
    ...PUBLIC,
    id: 'health.live',
    interfaces: ['gateway', 'ingest'],
    path: '/health/live',
    produces: ['application/json'],
    summary: 'Says that the process answers',
    description: 'Says that the process answers. Says nothing about its stores.',
  },
  {
    ...PUBLIC,
    id: 'health.ready',
    interfaces: ['gateway', 'ingest'],
    path: '/health/ready',
    produces: ['application/json'],
    summary: 'Says whether requests can be served',
    description:
      'Says whether requests can be served: every store is reachable and migrated. 503 with Retry-After otherwise.',
  },
  otlp('logs'),
  otlp('metrics'),
  otlp('traces'),
];
