import { PUBLIC, type RawRoute } from './route.js';

/** The configuration that SDKs of PostHog in pages ask for. */
function config(name: string, file: string, type: string): RawRoute {
  return {
    ...PUBLIC,
    id: `posthog.${name}`,
    interfaces: ['ingest'],
    path: `/array/{publishable_key}/${file}`,
    produces: [type],
    summary: `Get the configuration of PostHog from ${file}`,
    description:
      'Returns what an SDK of PostHog may do with the publishable key in the path: record sessions, evaluate flags, and compress. Another ' +
      'key is 401; a page of an origin that the key does not allow gets 403.',
  };
}

/** What SDKs of PostHog in servers read with a secret key, their "personal API key". */
function secretRead(name: string, path: string, summary: string, what: string): RawRoute {
  return {
    ...PUBLIC,
    id: `posthog.${name}`,
    interfaces: ['ingest'],
    path,
    scope: 'flags:read',
    project: 'required',
    produces: ['application/json'],
    summary,
    description:
      `${what} The key is the Bearer token; the key with which the SDK sends events is in the query string (token) and must be a publishable ` +
      'key of the same project. The rate limits are those of operations. A slash at the end of the path is ignored.',
  };
}

const DEFINITIONS =
  'Returns all flags as PostHog SDKs evaluate them in their own process, with an entity tag for If-None-Match. What they would evaluate ' +
  'differently has a condition for which they ask the service.';

/** Routes that SDKs of PostHog read; docs/sdks.md describes the translation. */
export const POSTHOG_READS: readonly RawRoute[] = [
  config('config', 'config', 'application/json'),
  config('config_script', 'config.js', 'text/javascript'),
  secretRead('flag_definitions', '/flags/definitions', 'Get flags for local evaluation by PostHog', DEFINITIONS),
  secretRead(
    'local_evaluation',
    '/api/feature_flag/local_evaluation',
    'Get flags for local evaluation by older PostHog',
    DEFINITIONS,
  ),
  secretRead(
    'remote_config',
    '/api/projects/@current/feature_flags/{flag_key}/remote_config',
    'Get the payload of a flag for PostHog',
    'Returns the payload of a boolean flag; null if the flag is inactive, has variants, or has no payload.',
  ),
];
