import { postAuth } from '../http/auth.js';
import { EXIT, Failure, toExitCode } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';
import type { JsonObject } from '../runtime/values/json.js';
import { toSession } from './credential.js';
import type { StoredSession } from './session-store.js';

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';
const CLIENT_ID = 'svc-cli';
/** RFC 8628, sections 3.2 and 3.5. */
const DEFAULT_INTERVAL_S = 5;
const SLOW_DOWN_S = 5;

/** The page that the user opens, and the code that it shows. */
export interface Verification {
  readonly url: string;
  readonly code: string;
}

/** Signs in through a browser on any device (RFC 8628). Calls `show` with the page to open. @throws Failure */
export async function deviceLogin(
  apiUrl: string,
  io: Io,
  show: (verification: Verification) => void,
): Promise<StoredSession> {
  const { status, body } = await postAuth(apiUrl, '/auth/device/code', { client_id: CLIENT_ID }, io);
  const { device_code, user_code, verification_uri, verification_uri_complete, expires_in } = body;
  if (typeof device_code !== 'string' || typeof user_code !== 'string' || typeof verification_uri !== 'string') {
    throw refusal(status, body);
  }
  show({
    url: typeof verification_uri_complete === 'string' ? verification_uri_complete : verification_uri,
    code: user_code,
  });
  const endsAt = io.now() + (typeof expires_in === 'number' ? expires_in : 600) * 1000;
  let interval = typeof body['interval'] === 'number' ? body['interval'] : DEFAULT_INTERVAL_S;
  while (io.now() < endsAt) {
    await io.sleep(interval * 1000);
    const answer = await poll(apiUrl, device_code, io);
    if (answer === 'slow_down') interval += SLOW_DOWN_S;
    else if (answer !== 'authorization_pending') return answer;
  }
  throw new Failure(
    'expired_token',
    'The login was not confirmed in time: run `svc login` again',
    EXIT.unauthenticated,
  );
}

async function poll(
  apiUrl: string,
  deviceCode: string,
  io: Io,
): Promise<StoredSession | 'authorization_pending' | 'slow_down'> {
  const fields = { grant_type: GRANT_TYPE, device_code: deviceCode, client_id: CLIENT_ID };
  const { status, body } = await postAuth(apiUrl, '/auth/device/token', fields, io);
  const session = status === 200 ? toSession(apiUrl, body, io.now()) : undefined;
  if (session) return session;
  const { error } = body;
  // The service may be restarting, so polling continues.
  if (status >= 500) return 'authorization_pending';
  if (error === 'authorization_pending' || error === 'slow_down') return error;
  throw refusal(status, body);
}

function refusal(status: number, { error, message }: JsonObject): Failure {
  const code = typeof error === 'string' ? error : 'invalid_response';
  const text = typeof message === 'string' ? message : `The service responded to the login with status ${status}`;
  return new Failure(code, text, EXITS[code] ?? toExitCode(status), { status });
}

const EXITS: Readonly<Record<string, Failure['exitCode']>> = {
  access_denied: EXIT.forbidden,
  expired_token: EXIT.unauthenticated,
  invalid_grant: EXIT.unauthenticated,
};
