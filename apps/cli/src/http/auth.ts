import type { Io } from '../runtime/io.js';
import { isObject, type Json, type JsonObject } from '../runtime/values/json.js';
import { unreachable, userAgent } from './api.js';

const TIMEOUT_MS = 20_000;

/** Sends a request to an endpoint that issues credentials and therefore needs none. Returns every status. @throws Failure */
export async function postAuth(
  apiUrl: string,
  path: string,
  fields: Readonly<Record<string, string>>,
  io: Pick<Io, 'fetch' | 'version'>,
): Promise<{ readonly status: number; readonly body: JsonObject }> {
  try {
    const response = await io.fetch(apiUrl + path, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': userAgent(io.version) },
      body: JSON.stringify(fields),
      // fetch would send the secret to the host that a redirect names.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = await response.json().then(
      (json) => json as Json,
      () => null,
    );
    return { status: response.status, body: isObject(body) ? body : {} };
  } catch (error) {
    throw unreachable(error, apiUrl, TIMEOUT_MS);
  }
}
