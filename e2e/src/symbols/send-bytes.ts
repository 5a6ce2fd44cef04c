import type { ApiAnswer, Json } from '../api.js';
import { theService } from '../topology.js';

/** Sends a body of bytes; the path is relative to /api/v1. */
export async function sendBytes(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> {
  const { httpUrl, apiKey } = theService();
  const answer = await fetch(`${httpUrl}/api/v1${path}`, {
    method: 'POST',
    headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/octet-stream', ...headers },
    body: bytes,
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) as Json };
}
