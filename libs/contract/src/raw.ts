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

/** The OpenFeature Remote Evaluation Protocol, version 0.3. */
function ofrep(name: string, path: string, summary: string, what: string): RawRoute {
  return {
    id: `ofrep.${name}`,
    interfaces: ['gateway'],
    method: 'POST',
    path,
    scope: 'flags:evaluate',
    project: 'required',
    agent: 'never',
    consumes: ['application/json'],
    encodings: [],
    maxBodyBytes: MIB,
    produces: ['application/json'],
    summary,
    description:
      `Evaluates ${what} as OpenFeature's Remote Evaluation Protocol has it, so that any OpenFeature SDK works with its OFREP ` +
      'provider. The targetingKey of the context is the distinct id, $groups an object of group type to group key, $send_exposure ' +
      "whether it is recorded who saw what, and everything else properties of the person. Errors of the evaluation are the protocol's.",
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

const FIELDS = ['application/x-www-form-urlencoded', 'application/json'];

/** What people and clients get in by; public, since it makes the credentials everything else needs. */
function signIn(
  id: string,
  path: string,
  route: Pick<RawRoute, 'method' | 'summary' | 'description'> & Partial<RawRoute>,
): RawRoute {
  const takesBody = route.method === 'POST';
  return {
    ...PUBLIC,
    id: `auth.${id}`,
    interfaces: ['gateway'],
    path: `/api/v1/auth/${path}`,
    consumes: takesBody ? FIELDS : [],
    maxBodyBytes: takesBody ? MIB : undefined,
    produces: ['application/json'],
    ...route,
  };
}

/** A page for people, or what its form sends. */
function page(id: string, path: string, method: 'GET' | 'POST', description: string): RawRoute {
  const takesBody = method === 'POST';
  const [summary = ''] = description.split('.', 1);
  return {
    ...PUBLIC,
    id: `pages.${id}`,
    interfaces: ['gateway'],
    method,
    path,
    consumes: takesBody ? FIELDS.slice(0, 1) : [],
    maxBodyBytes: takesBody ? MIB : undefined,
    produces: ['text/html'],
    summary,
    description,
  };
}

const CAPTURE: RawRoute = {
  id: 'events.capture',
  interfaces: ['ingest'],
  method: 'POST',
  path: '/api/v1/capture',
  scope: 'analytics:write',
  project: 'required',
  agent: 'never',
  consumes: ['application/json', 'text/plain'],
  encodings: ['gzip', 'deflate', 'br', 'zstd'],
  maxBodyBytes: 5 * MIB,
  produces: ['application/json'],
  summary: 'Takes in product events',
  description:
    'Takes in 1 to 1,000 product events: an object with an array of events, whatever the content type says; at most 20 MiB as ' +
    'expanded. Each event is judged for itself. The answer, {accepted, rejected, errors, request_id}, has for each rejected event ' +
    'its index, a code and a message, which never repeat its content, and comes once the accepted ones are on disk. Personal data ' +
    'and credentials in properties, set and set_once are replaced before. Events with a message_id count once, however often they ' +
    'are sent. Pages of any origin may use it.',
};

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
  ofrep('flag', '/ofrep/v1/evaluate/flags/{key}', 'Evaluates a flag', 'one flag'),
  ofrep('flags', '/ofrep/v1/evaluate/flags', 'Evaluates all flags', 'all flags of the project'),
  signIn('login', 'login', {
    method: 'POST',
    consumes: ['application/json'],
    summary: 'Signs a browser in',
    description:
      'Signs a browser in with email and password. Sets the cookie of the session and answers csrf_token, which every request ' +
      'with the cookie that changes something repeats in X-CSRF-Token. 401 unauthenticated says the same for a wrong password ' +
      'and for an unknown address; 429 after ten attempts in a quarter of an hour.',
  }),
  signIn('logout', 'logout', {
    method: 'POST',
    summary: 'Ends the session of the request',
    description:
      'Ends the session whose cookie or access token the request carries, with all its tokens. 204; 403 permission_denied for an ' +
      'API key.',
  }),
  signIn('refresh', 'token/refresh', {
    method: 'POST',
    summary: 'Exchanges a refresh token for new tokens',
    description:
      'Exchanges refresh_token for access_token and another refresh_token. A refresh token is good once: a second use is 400 ' +
      'invalid_grant and ends the session.',
  }),
  signIn('device_code', 'device/code', {
    method: 'POST',
    summary: 'Begins the log-in of a client without a browser',
    description:
      'Begins the log-in of a client without a browser, as RFC 8628 has it. The code is good for ten minutes.',
  }),
  signIn('device_token', 'device/token', {
    method: 'POST',
    summary: 'Answers the tokens of a client that was let in',
    description:
      'Answers the tokens of a client that was let in, once. 400 with authorization_pending, slow_down, access_denied, ' +
      'expired_token or invalid_grant otherwise, as RFC 8628 has it.',
  }),
  signIn('oidc_start', 'oidc/start', {
    method: 'GET',
    produces: ['text/html'],
    summary: 'Sends a browser to the OpenID Connect provider',
    description: 'Sends a browser to the OpenID Connect provider. 404 where none is configured.',
  }),
  signIn('oidc_callback', 'oidc/callback', {
    method: 'GET',
    produces: ['text/html'],
    summary: 'Takes a browser back from the OpenID Connect provider',
    description: 'Takes a browser back from the OpenID Connect provider and signs it in.',
  }),
  page('login', '/login', 'GET', 'The page to sign in.'),
  page('login_form', '/login', 'POST', 'What the page to sign in sends.'),
  page('logout_form', '/logout', 'POST', 'What the pages send to sign out.'),
  page('device', '/device', 'GET', 'The page to let a client in.'),
  page('device_form', '/device', 'POST', 'What the page to let a client in sends.'),
  page('invitation', '/invitations/accept', 'GET', 'The page to accept an invitation.'),
  page('invitation_form', '/invitations/accept', 'POST', 'What the page to accept an invitation sends.'),

  CAPTURE,
  otlp('logs'),
  otlp('metrics'),
  otlp('traces'),
];
