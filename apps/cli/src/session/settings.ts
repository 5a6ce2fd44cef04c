import type { Profiles } from '@svc/profile';
import { parseBaseUrl, parseApiUrl } from '../http/base-url.js';
import { usageError } from '../runtime/failure.js';

/** The addresses, credential and project of requests. */
export interface Settings {
  /** Ends with /api/v1, without a trailing slash. */
  readonly apiUrl: string;
  /**
   * Address without a trailing slash; undefined for a service on another machine whose ingestion address is not
   * configured.
   */
  readonly ingestUrl: string | undefined;
  readonly ingestUrlIsDefault: boolean;
  readonly apiKey: string | undefined;
  /** Whether the profile has a key, but for another address than that of this command; `apiKey` is then undefined. */
  readonly keyIsForeign: boolean;
  /** Whether the key comes from a flag or the environment; it then takes precedence over a session. */
  readonly apiKeyIsGiven: boolean;
  /** ID of the active project. */
  readonly project: string | undefined;
  /** Whether the project comes from a flag or the environment. */
  readonly projectIsGiven: boolean;
  readonly profileExists: boolean;
  readonly profile: string;
}

export const DEFAULT_API_URL = 'http://127.0.0.1:8080/api/v1';
export const DEFAULT_INGEST_URL = 'http://127.0.0.1:4318';
export const DEFAULT_PROFILE = 'default';

/**
 * Resolves each setting from its flag, its environment variable, the selected profile and the default, in this order. An empty
 * environment variable counts as absent.
 *
 * @param mayBeNew whether the selected profile need not exist.
 * @throws Failure when the selected profile does not exist or a value is invalid. The message does not contain the value.
 */
export function resolveSettings(
  flags: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
  profiles: () => Profiles,
  { mayBeNew = false } = {},
): Settings {
  const chosen = pick(flags['profile'], env['SVC_PROFILE']);
  const name = chosen ?? DEFAULT_PROFILE;
  const profile = profiles().get(name);
  if (chosen !== undefined && !profile && !mayBeNew)
    throw usageError('The configuration does not contain this profile');

  const chosenApi = pick(flags['api-url'], env['SVC_API_URL'], profile?.api_url) ?? DEFAULT_API_URL;
  const apiUrl = parseApiUrl(chosenApi) ?? refuse('api-url', 'SVC_API_URL');
  const isOfProfile = !profile?.api_url || parseApiUrl(profile.api_url) === apiUrl;
  const namedIngestion = pick(
    flags['ingest-url'],
    env['SVC_INGEST_URL'],
    isOfProfile ? profile?.ingest_url : undefined,
  );
  const ingestion = namedIngestion ?? (isLoopback(apiUrl) ? DEFAULT_INGEST_URL : undefined);
  const given = pick(flags['api-key'], env['SVC_API_KEY']);
  const own = pick(profile?.api_key);
  const apiKey = given ?? (isOfProfile ? own : undefined);
  return {
    apiUrl,
    ingestUrl: ingestion && (parseBaseUrl(ingestion) ?? refuse('ingest-url', 'SVC_INGEST_URL')),
    ingestUrlIsDefault: namedIngestion === undefined,
    apiKey: apiKey === undefined || /^[\x21-\x7e]+$/.test(apiKey) ? apiKey : refuseKey(),
    apiKeyIsGiven: given !== undefined,
    keyIsForeign: own !== undefined && !isOfProfile,
    project: pick(flags['project'], env['SVC_PROJECT'], profile?.project),
    projectIsGiven: pick(flags['project'], env['SVC_PROJECT']) !== undefined,
    profileExists: profile !== undefined,
    profile: name,
  };
}

/** A service on this machine listens at the default addresses together, as `npm start` runs it. */
function isLoopback(apiUrl: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(apiUrl).hostname);
}

function pick(...candidates: readonly unknown[]): string | undefined {
  return candidates.find((candidate): candidate is string => typeof candidate === 'string' && candidate !== '');
}

function refuse(flag: string, variable: string): never {
  throw usageError(`--${flag} (${variable}, or the profile's) must be an http or https address without a query string`);
}

/** A header cannot contain the key, and the error of fetch would quote it. */
function refuseKey(): never {
  throw usageError('The API key contains invalid characters');
}
