import assert from 'node:assert/strict';
import { theService } from '../topology.js';

/** A request as it is sent; the body is not encoded again. */
export interface RawRequest {
  readonly method?: string;
  /** The credential; none if absent. */
  readonly key?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request to the REST interface and expects one of these statuses. */
export async function expectStatus(
  statuses: number | readonly number[],
  path: string,
  { method = 'POST', key, body, headers }: RawRequest = {},
  url = theService().httpUrl,
): Promise<void> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...(key !== undefined && { 'x-svc-api-key': key }), 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  assert.ok([statuses].flat().includes(answer.status), `${path.slice(0, 60)}: ${answer.status} ${text.slice(0, 300)}`);
}
