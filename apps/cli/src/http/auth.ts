import type { Io } from '../runtime/io.js';
import { isObject, type Json, type JsonObject } from '../values/json.js';
import { unreachable, userAgent } from './api.js';

const TIMEOUT_MS = 20_000;

/** A request to an endpoint that makes credentials, which needs none itself. Every status is an answer. @throws Failure */
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
      // fetch would carry the secret to whatever host a redirect names.
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
