import type { TopologyAddress } from '../topology.js';

/** Sends a request that must succeed to an interface of the service, with the key of its owner. */
export async function send<Result>(
  { httpUrl, apiKey }: Pick<TopologyAddress, 'httpUrl' | 'apiKey'>,
  method: string,
  path: string,
  body?: object,
): Promise<Result> {
  const headers = { 'x-svc-api-key': apiKey, 'content-type': 'application/json' };
  const answer = await fetch(`${httpUrl}/api/v1${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
  return JSON.parse(text) as Result;
}
