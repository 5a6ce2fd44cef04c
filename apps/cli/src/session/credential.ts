import { EXIT, Failure } from '../failure.js';
import type { Authorize } from '../http/api.js';
import { postAuth } from '../http/auth.js';
import type { Io } from '../io.js';
import { underLock } from './lock.js';
import { sessionStore, type SessionStore, type StoredSession } from './session-store.js';
import type { Settings } from './settings.js';

/** Renewed a little early: the request has yet to arrive. */
const EARLY_MS = 30_000;

/** A key that was given counts before a session, a session before the profile's key. */
export function authorizer(settings: Settings, io: Io): Authorize {
  const { apiKey, apiKeyIsGiven, apiUrl, profile } = settings;
  if (apiKeyIsGiven) return byKey(apiKey);
  const session = bySession(apiUrl, sessionStore(io, profile), io);
  const key = byKey(apiKey);
  return async (renew) => (await session(renew)) ?? key(renew);
}

export function byKey(apiKey: string | undefined): Authorize {
  return (renew) => Promise.resolve(renew || apiKey === undefined ? undefined : { 'x-svc-api-key': apiKey });
}

/** The access token of the stored session, renewed when its time is over or the service refused it. */
export function bySession(apiUrl: string, store: SessionStore, io: Io): Authorize {
  return async (renew) => {
    const session = await store.read();
    if (session?.api_url !== apiUrl) return undefined;
    const isGood = !renew && session.expires_at - EARLY_MS > io.now();
    const { access_token } = isGood ? session : await renewed(session, store, io);
    return { authorization: `Bearer ${access_token}` };
  };
}

/**
 * A refresh token is good once, and a second use ends the session, so that one process at a time uses it; one that had to wait
 * finds new tokens.
 */
function renewed(known: StoredSession, store: SessionStore, io: Io): Promise<StoredSession> {
  return underLock(
    store.lockFile,
    (ms) => io.sleep(ms),
    async () => {
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
      const session = toSession(known.api_url, body, io.now());
      if (!session) throw new Failure('invalid_response', `The session could not be renewed: status ${status}`);
      await store.write(session);
      return session;
    },
  );
}

/** The tokens of an answer; undefined when it has none. */
export function toSession(
  apiUrl: string,
  { access_token, refresh_token, expires_in }: Readonly<Record<string, unknown>>,
  nowMs: number,
): StoredSession | undefined {
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string') return undefined;
  const lifetime = typeof expires_in === 'number' ? expires_in : 0;
  return { api_url: apiUrl, access_token, refresh_token, expires_at: nowMs + lifetime * 1000 };
}
