import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { defaultProjectId, ok, type Json } from '../api.js';
import { theService } from '../topology.js';

export interface CaptureAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}

/** Sends a body as it is to the capture wire. */
export async function post(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  query = '',
): Promise<CaptureAnswer> {
  const { ingestUrl, apiKey } = theService();
  const answer = await fetch(`${ingestUrl}/api/v1/capture${query}`, {
    method: 'POST',
    headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json', ...headers },
    body,
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) as Json };
}

/** Captures events that must be answered with verdicts. */
export async function capture(...events: object[]): Promise<Json> {
  const answer = await post(JSON.stringify({ events }));
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** Captures events that must all be accepted. */
export async function accepted(...events: object[]): Promise<void> {
  const answer = await capture(...events);
  assert.deepEqual([answer['accepted'], answer['rejected']], [events.length, 0], JSON.stringify(answer));
}

/** Waits until the person of a distinct id has these properties and no others. */
export async function hasProperties(distinctId: string, expected: object): Promise<void> {
  const path = `/persons/${encodeURIComponent(distinctId)}?project_id=${await defaultProjectId()}`;
  let seen: unknown;
  await eventually(`the properties of ${distinctId}`, async () => {
    seen = await ok('GET', path).then(
      (person) => person['properties'],
      () => undefined,
    );
    try {
      assert.deepEqual(seen, expected);
      return true;
    } catch {
      return false;
    }
  }).catch(() => assert.deepEqual(seen, expected));
}

/** The number of events with this name that are stored for the person, each message ID counted once. */
export async function countEvents(distinctId: string, event: string): Promise<number> {
  const path = `/persons/${encodeURIComponent(distinctId)}/stats?project_id=${await defaultProjectId()}`;
  const stats = await ok('GET', path).catch(() => undefined);
  const top = (stats?.['top_events'] ?? []) as unknown as { event: string; count: number }[];
  return Number(top.find((entry) => entry.event === event)?.count ?? 0);
}
