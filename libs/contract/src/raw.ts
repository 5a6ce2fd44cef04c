import { ALERTS } from './raw-routes/alerts.js';
import { POSTHOG_READS } from './raw-routes/posthog.js';
import { QUERIES } from './raw-routes/queries.js';
import { MIB, PUBLIC, type RawRoute } from './raw-routes/route.js';

export type { HttpInterface, RawRoute } from './raw-routes/route.js';

/** OTLP/HTTP as specified; 64 MiB is the limit that the specification recommends. */
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
    encodings: ['gzip', 'deflate', 'br', 'zstd'],
    maxBodyBytes: 64 * MIB,
    produces: ['application/x-protobuf', 'application/json'],
    summary: `Ingest ${signal} over OTLP/HTTP`,
    description:
      `Ingest ${signal} over OTLP/HTTP. The response is sent once the data is durable; a byte-identical retry within ten minutes ` +
      'is acknowledged without being written again. Rejected records are counted in partial_success. The response has the media ' +
      'type of the request.',
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
      `Evaluates ${what} with the OpenFeature Remote Evaluation Protocol, for the OFREP provider of any OpenFeature SDK. ` +
      'The targetingKey of the context is the distinct ID, $groups an object of group type to group key, and $send_exposure ' +
      'decides whether exposures are recorded; other members are person properties. Every answer has a value and a variant: true and ' +
      'on or false and off for a boolean flag; for a multivariate flag that is off without a default variant, its variant off or else ' +
      'off with the empty value of the type of its first variant. A flag that is inactive has the reason STATIC. Pages of any origin ' +
      'can use it with a publishable key, which gets neither reasons nor metadata. Errors follow the protocol.',
  };
}

const FIELDS = ['application/x-www-form-urlencoded', 'application/json'];

/** Logins and tokens; public, because they create the credentials that everything else requires. */
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

/** A page for browsers, or the target of its form. */
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
  summary: 'Ingest product events',
  description:
    'Ingests 1 to 1,000 product events: an object with an array of events, with any content type; at most 20 MiB after ' +
    'decompression. Each event is accepted or rejected independently. The response, {accepted, rejected, errors, request_id}, ' +
    'contains the index, a code and a message of each rejected event, never its content, and is sent once the accepted events ' +
    'are durable. Fields that are not part of the interface are ignored and named in warnings, which is absent without any. Personal data and credentials in properties, set and set_once are redacted first. Events with the same ' +
    'message_id count once. Pages of any origin can use it.',
};

const RECORD: RawRoute = {
  id: 'replay.record',
  interfaces: ['ingest'],
  method: 'POST',
  path: '/api/v1/replay',
  scope: 'analytics:write',
  project: 'required',
  agent: 'never',
  consumes: ['application/json', 'text/plain'],
  encodings: ['gzip', 'deflate', 'br', 'zstd'],
  maxBodyBytes: 16 * MIB,
  produces: ['application/json'],
  summary: 'Ingest a chunk of a session recording',
  description:
    'Ingests 1 to 20,000 events of rrweb of one window, with any content type; at most 16 MiB after decompression. The body is an object ' +
    'with session_id, window_id, distinct_id, seq (the number of the chunk in its window, from 0), events, and optionally sent_at, sdk, url, ' +
    'release and environment. Events may be packed as by @rrweb/packer. Personal data, credentials, everything that was typed, and markup ' +
    'that could run are replaced before anything is stored. The response, {accepted, masked, need_snapshot, closed, request_id}, is sent ' +
    'once the chunk is durable: with need_snapshot the recorder sends a full snapshot next, and with closed (deleted, ended or too_long) it ' +
    'stops. The same bytes again get the same answer; other bytes with the same session, window and number are refused with 409. Pages of ' +
    'any origin can use it with a publishable key, which may be in the URL as key.',
};

const RECORD_SLICES: RawRoute = {
  ...otlp('logs'),
  id: 'replay.record_slices',
  path: '/replay/v1/logs',
  scope: 'analytics:write',
  maxBodyBytes: 16 * MIB,
  summary: 'Ingest slices of a session recording over OTLP/HTTP',
  description:
    'Ingests log records whose bodies are slices of the JSON of events of rrweb, as recorders of HyperDX and Splunk send them; at most 16 MiB ' +
    'after decompression. Their attributes are rr-web.event, rr-web.chunk and rr-web.total-chunks, and rum.sessionId or session.id. Slices ' +
    'of one event may come in several requests within 60 seconds. Events are redacted like those of replay.record before anything is ' +
    'stored, and the response is sent once complete ones are durable. Rejected records are counted in partial_success, as well as earlier ' +
    'ones of the page whose event was never completed. A retry is stored once. Pages of any origin can use it with a publishable key, which may ' +
    'be the whole value of Authorization.',
};

/** A route that SDKs of another product send to; the translation is described in docs/sdks.md. */
function foreign(product: 'PostHog' | 'Segment', path: string): RawRoute {
  const name = path.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^_|_$/g, '');
  return {
    ...CAPTURE,
    id: `${product.toLowerCase()}.${name}`,
    path,
    summary: `Ingest ${product} events at ${path}`,
    description:
      `Ingests events as ${product} SDKs send them, so that an SDK needs only the address of ingestion and an API key as its own ` +
      'key, which may be in the body or, with HTTP Basic, the user name. The events become product events and are answered like ' +
      'those. A slash at the end of the path is ignored.',
  };
}

/** A route at which SDKs of PostHog ask for flags; the translation is described in docs/sdks.md. */
function postHogFlags(path: '/flags' | '/decide'): RawRoute {
  return {
    ...CAPTURE,
    id: `posthog.${path.slice(1)}_evaluation`,
    path,
    scope: 'flags:evaluate',
    maxBodyBytes: 128 * 1024,
    summary: `Evaluate flags for PostHog at ${path}`,
    description:
      `Evaluates flags as PostHog SDKs ask for them, so that an SDK needs only the address of ingestion and an API key as its own key. ` +
      'The answer has the form of the version in the query string (v). The rate limits are those of flags.decide. Pages of any origin can ' +
      'use it with a publishable key, which gets no reasons. A slash at the end of the path is ignored.',
  };
}

const POSTHOG_RECORD: RawRoute = {
  ...RECORD,
  id: 'posthog.recording',
  path: '/s',
  summary: 'Ingest recordings of PostHog',
  description:
    'Ingests 1 to 100 events $snapshot as the recorder in PostHog SDKs sends them; at most 16 MiB after decompression. Each becomes a ' +
    'chunk of a recording and is redacted as one. A retry with another time of sending is stored once. The response is {status, accepted, ' +
    'request_id}; it has rejected and errors, with the index, code and message of each event that was refused, unless all were, and ' +
    'quota_limited once the recordings are deleted or too long. Pages of any origin can use it with a publishable ' +
    'key, which is in the body. A slash at the end of the path is ignored.',
};

/** Whether a route is a page for people in a browser, which programs do not call. */
export function isPage({ id }: Pick<RawRoute, 'id'>): boolean {
  return id.startsWith('pages.') || id === 'docs.page';
}

/** The complete list of routes besides the operations. */
export const rawRoutes: readonly RawRoute[] = [
  {
    ...PUBLIC,
    id: 'docs.page',
    interfaces: ['gateway'],
    path: '/docs',
    produces: ['text/html'],
    summary: 'Get this reference',
    description: 'Returns this reference as a web page, with a form to try each operation.',
  },
  {
    ...PUBLIC,
    id: 'docs.openapi',
    interfaces: ['gateway'],
    path: '/openapi.json',
    produces: ['application/json'],
    summary: 'Get this document',
    description: 'Returns this OpenAPI 3.1 document.',
  },
  {
    ...PUBLIC,
    id: 'client.package',
    interfaces: ['gateway'],
    path: '/cli.tgz',
    produces: ['application/gzip'],
    summary: 'Download the command-line client',
    description:
      'Returns the command-line client of this release as an npm package: `npm install -g <address>/cli.tgz`.',
  },
  {
    ...PUBLIC,
    id: 'recorder.loader',
    interfaces: ['ingest'],
    path: '/replay/v1/recorder.js',
    produces: ['text/javascript'],
    summary: 'Load the recorder of sessions',
    description:
      'Returns the script that a page loads to record sessions: `<script async src="<address>/replay/v1/recorder.js" data-key="<key>">`. ' +
      'It loads the recording of the same release.',
  },
  {
    ...PUBLIC,
    id: 'recorder.package',
    interfaces: ['ingest'],
    path: '/replay/v1/recorder.tgz',
    produces: ['application/gzip'],
    summary: 'Download the recorder for bundlers',
    description: 'Returns the recorder of sessions as an npm package: `npm install <address>/replay/v1/recorder.tgz`.',
  },
  {
    ...PUBLIC,
    id: 'recorder.recording',
    interfaces: ['ingest'],
    path: '/replay/v1/{version}/record.js',
    produces: ['text/javascript'],
    summary: 'Load the recording of a release',
    description:
      'Returns the module that the recorder of sessions loads. It never changes; the version of another release of the service is 404.',
  },
  {
    ...PUBLIC,
    id: 'calendars.feed',
    interfaces: ['gateway'],
    path: '/oncall/calendars/{file}',
    produces: ['text/calendar'],
    summary: 'Read a calendar feed',
    description:
      'Returns the shifts of a user as iCalendar (RFC 5545) for calendar programs, with times in UTC. The token in the path, which ' +
      'calendars.create returns, is the only credential. Unknown tokens and those of users who left the organization are 404.',
  },
  {
    ...PUBLIC,
    id: 'health.live',
    interfaces: ['gateway', 'ingest'],
    path: '/health/live',
    produces: ['application/json'],
    summary: 'Check liveness',
    description: 'Reports liveness: the process responds. It does not check the stores.',
  },
  {
    ...PUBLIC,
    id: 'health.ready',
    interfaces: ['gateway', 'ingest'],
    path: '/health/ready',
    produces: ['application/json'],
    summary: 'Check readiness',
    description: 'Reports readiness: every store is reachable and migrated. 503 with Retry-After otherwise.',
  },
  ofrep('flag', '/ofrep/v1/evaluate/flags/{key}', 'Evaluate a flag', 'one flag'),
  ofrep('flags', '/ofrep/v1/evaluate/flags', 'Evaluate all flags', 'all flags of the project'),
  signIn('login', 'login', {
    method: 'POST',
    consumes: ['application/json'],
    summary: 'Sign a browser in',
    description:
      'Signs a browser in with email and password. Sets the session cookie and returns csrf_token, which every modifying request ' +
      'with the cookie must repeat in X-CSRF-Token. A wrong password and an unknown address are both 401 unauthenticated; more ' +
      'than ten attempts in 15 minutes are 429.',
  }),
  signIn('logout', 'logout', {
    method: 'POST',
    summary: 'End the session of the request',
    description:
      'Ends the session of the cookie or access token, with all its tokens. An API key is 403 permission_denied.',
  }),
  signIn('refresh', 'token/refresh', {
    method: 'POST',
    summary: 'Exchange a refresh token',
    description:
      'Exchanges refresh_token for a new access_token and refresh_token. A refresh token works once: a second use is 400 ' +
      'invalid_grant and ends the session.',
  }),
  signIn('device_code', 'device/code', {
    method: 'POST',
    summary: 'Start the device login',
    description: 'Starts the device login of a client (RFC 8628). The code is valid for ten minutes.',
  }),
  signIn('device_token', 'device/token', {
    method: 'POST',
    summary: 'Get tokens of an authorized client',
    description:
      'Returns the tokens of an authorized client, once, and the address of ingestion as ingest_url if it is known. Otherwise 400 with authorization_pending, slow_down, access_denied, ' +
      'expired_token or invalid_grant (RFC 8628).',
  }),
  signIn('oidc_start', 'oidc/start', {
    method: 'GET',
    produces: ['text/html'],
    summary: 'Redirect to the provider',
    description: 'Redirects to the OpenID Connect provider. 404 without a configured provider.',
  }),
  signIn('oidc_callback', 'oidc/callback', {
    method: 'GET',
    produces: ['text/html'],
    summary: 'Complete a login with the provider',
    description: 'Completes a login with the OpenID Connect provider and sets the session cookie.',
  }),
  {
    ...PUBLIC,
    id: 'connections.oauth_callback',
    interfaces: ['gateway'],
    path: '/api/v1/connections/oauth/callback',
    produces: ['text/html'],
    summary: 'Complete the OAuth authorization of a connection',
    description:
      'Receives the browser from the provider after connections.oauth_start, and redirects it with 303 to /configure/connections, whose ' +
      'query contains result and, for a known connection, connection_id. The state in the address works once, and only in the browser ' +
      'session that confirmed the authorization on the page authorize_url.',
  },
  {
    ...PUBLIC,
    id: 'webhooks.receive',
    interfaces: ['gateway'],
    method: 'POST',
    path: '/api/v1/connections/{connection_id}/webhook',
    consumes: ['application/json'],
    maxBodyBytes: MIB,
    produces: ['application/json'],
    summary: 'Receive a webhook of a provider',
    description:
      'Receives a webhook of Jira, Linear or GitHub about a ticket, whose state is then read from the provider. The body must be signed ' +
      "with the connection's webhook_secret, in X-Hub-Signature, Linear-Signature or X-Hub-Signature-256; anything else is 401 " +
      'unauthenticated, as is an unknown connection.',
  },
  {
    id: 'mcp.endpoint',
    interfaces: ['gateway'],
    method: 'POST',
    path: '/mcp',
    scope: undefined,
    project: 'organization',
    agent: 'never',
    consumes: ['application/json'],
    encodings: [],
    maxBodyBytes: MIB,
    produces: ['application/json', 'text/event-stream'],
    summary: 'Call tools over MCP',
    description:
      'Answers one message of the Model Context Protocol over Streamable HTTP, in the revisions 2026-07-28 and 2025-11-25, without sessions. ' +
      'The credential, an API key or an access token, is sent as Authorization: Bearer; a publishable key is 403. The tools are those for ' +
      'which the credential has the scopes. A page of another origin and another host are 403.',
  },
  ...['', '/mcp'].map((suffix): RawRoute => ({
    ...PUBLIC,
    id: `mcp.resource${suffix === '' ? '' : '_of_path'}`,
    interfaces: ['gateway'],
    path: `/.well-known/oauth-protected-resource${suffix}`,
    produces: ['application/json'],
    summary: suffix === '' ? 'Get how to authenticate to this service' : 'Get how to authenticate to the MCP endpoint',
    description: 'Returns the metadata of the MCP endpoint as a protected resource (RFC 9728).',
  })),
  {
    ...PUBLIC,
    id: 'mcp.authorization_server',
    interfaces: ['gateway'],
    path: '/.well-known/oauth-authorization-server',
    produces: ['application/json'],
    summary: 'Get how clients get tokens',
    description:
      'Returns the metadata of the authorization server (RFC 8414): authorization codes with PKCE, and the device flow of RFC 8628.',
  },
  page('authorize_mcp', '/oauth/authorize', 'GET', 'Returns the page that authorizes a client of the MCP endpoint.'),
  page(
    'authorize_mcp_form',
    '/oauth/authorize',
    'POST',
    'Accepts the form that authorizes a client of the MCP endpoint.',
  ),
  {
    ...PUBLIC,
    id: 'auth.oauth_token',
    interfaces: ['gateway'],
    method: 'POST',
    path: '/oauth/token',
    consumes: FIELDS,
    maxBodyBytes: MIB,
    produces: ['application/json'],
    summary: 'Get tokens of a client',
    description:
      'Returns tokens for an authorization code (with client_id, redirect_uri and code_verifier), for a refresh token (with client_id) or ' +
      'for an authorized device. A code works once; its second use ends the session. Otherwise 400 with an error of RFC 6749.',
  },
  page(
    'replay_frame',
    '/replay/frame',
    'GET',
    'Returns the document in which pages of this origin play a session recording. It takes the events over a MessagePort.',
  ),
  page('connections', '/configure/connections', 'GET', 'Returns the page that tells what became of an authorization.'),
  page('authorize_connection', '/connections/authorize', 'GET', 'Returns the page that confirms an authorization.'),
  page(
    'authorize_connection_form',
    '/connections/authorize',
    'POST',
    'Accepts the form that confirms an authorization.',
  ),
  page('console', '/', 'GET', 'Returns the console. A browser without a session is redirected to the login page.'),
  page('setup', '/setup', 'GET', 'Returns the page that creates the first account.'),
  page('setup_form', '/setup', 'POST', 'Accepts the form that creates the first account.'),
  page('login', '/login', 'GET', 'Returns the login page.'),
  page('login_form', '/login', 'POST', 'Accepts the form of the login page.'),
  page('logout_form', '/logout', 'POST', 'Accepts the logout form.'),
  page('device', '/device', 'GET', 'Returns the page that authorizes a client.'),
  page('device_form', '/device', 'POST', 'Accepts the form that authorizes a client.'),
  page('invitation', '/invitations/accept', 'GET', 'Returns the page that accepts an invitation.'),
  page('invitation_form', '/invitations/accept', 'POST', 'Accepts the form that accepts an invitation.'),
  page(
    'recipient',
    '/notifications/recipients/prove',
    'GET',
    'Returns the page on which a recipient agrees to get notifications.',
  ),
  page('recipient_form', '/notifications/recipients/prove', 'POST', 'Accepts the form of that page.'),

  ...ALERTS,
  CAPTURE,
  RECORD,
  RECORD_SLICES,
  ...['/batch', '/capture', '/e', '/i/v0/ai/batch', '/i/v0/e', '/track'].map((path) => foreign('PostHog', path)),
  POSTHOG_RECORD,
  ...POSTHOG_READS,
  postHogFlags('/decide'),
  postHogFlags('/flags'),
  ...['alias', 'batch', 'group', 'identify', 'page', 'screen', 'track'].map((call) =>
    foreign('Segment', `/v1/${call}`),
  ),
  otlp('logs'),
  otlp('metrics'),
  otlp('traces'),
  ...QUERIES,
];
