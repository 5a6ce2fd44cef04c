import type { Authorize } from '../http/api.js';
import { postAuth } from '../http/auth.js';
import { parseBaseUrl } from '../http/base-url.js';
import { EXIT, Failure } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';
import { sessionStore, type SessionStore, type StoredSession } from './session-store.js';
import type { Settings } from './settings.js';

/** Tokens are renewed this long before they expire, because the request takes time to arrive. */
const EARLY_MS = 30_000;

/** A key from a flag or the environment takes precedence over a session, a session over the key of the profile. */
export function authorizer(settings: Settings, io: Io): Authorize {
  const { apiKey, apiKeyIsGiven, apiUrl, profile } = settings;
  if (apiKeyIsGiven) return byKey(apiKey);
  const session = bySession(apiUrl, sessionStore(io, profile), io);
  const key = byProfileKey(settings);
  return async (mustRenew) => (await session(mustRenew)) ?? key(mustRenew);
}

/** The key of the profile goes only to the service of the profile. */
export function byProfileKey({ apiKey, keyIsForeign, profile }: Settings): Authorize {
  if (!keyIsForeign) return byKey(apiKey);
  const message = `The API key of the profile ${profile} is for another address: pass --api-key or set SVC_API_KEY`;
  return () => Promise.reject(new Failure('unauthenticated', message, EXIT.unauthenticated));
}

export function byKey(apiKey: string | undefined): Authorize {
  return (mustRenew) => Promise.resolve(mustRenew || apiKey === undefined ? undefined : { 'x-svc-api-key': apiKey });
}

/** The same credential as a bearer token, which is how the endpoint of MCP takes keys as well. */
export function asBearer(authorize: Authorize): Authorize {
  return async (mustRenew) => {
    const headers = await authorize(mustRenew);
    const key = headers?.['x-svc-api-key'];
    return key === undefined ? headers : { authorization: `Bearer ${key}` };
  };
}

/** Uses the access token of the stored session, and renews it when it has expired or the service refused it. */
export function bySession(apiUrl: string, store: SessionStore, io: Io): Authorize {
  return async (mustRenew) => {
    const session = await store.read();
    if (session?.api_url !== apiUrl) return undefined;
    const isGood = !mustRenew && session.expires_at - EARLY_MS > io.now();
    const { access_token } = isGood ? session : await renew(session, store, io);
    return { authorization: `Bearer ${access_token}` };
  };
}

/**
 * A refresh token works once, and a second use ends the session, so only one process at a time renews; a process that had to wait
 * finds the new tokens.
 */
function renew(known: StoredSession, store: SessionStore, io: Io): Promise<StoredSession> {
  return store.exclusively(async () => {
    const current = await store.read();
    if (current && current.refresh_token !== known.refresh_token) return current;
    const { status, body } = await postAuth(
      known.api_url,
      '/auth/token/refresh',
      { refresh_token: known.refresh_token },
      io,
    );
    if (status === 400 || status === 401) {
      await store.remove();
      throw new Failure('session_ended', 'The session has ended: run `svc login`', EXIT.unauthenticated, { status });
    }
    const renewed = toSession(known.api_url, body, io.now());
    if (!renewed) throw new Failure('invalid_response', `The session could not be renewed: status ${status}`);
    const session = { ...known, ...renewed };
    await store.write(session);
    return session;
  });
}

/** Reads the tokens from a response; undefined when it contains none. */
export function toSession(
  apiUrl: string,
  { access_token, refresh_token, expires_in, ingest_url }: Readonly<Record<string, unknown>>,
  nowMs: number,
): StoredSession | undefined {
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string') return undefined;
  const lifetime = typeof expires_in === 'number' ? expires_in : 0;
  const ingestUrl = typeof ingest_url === 'string' ? parseBaseUrl(ingest_url) : undefined;
  return {
    api_url: apiUrl,
    ...(ingestUrl !== undefined && { ingest_url: ingestUrl }),
    access_token,
    refresh_token,
    expires_at: nowMs + lifetime * 1000,
  };
}
