import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, type ApiAnswer, type Json } from '../api.js';
import { theService } from '../topology.js';

export interface CapturedEvent {
  readonly event: string;
  readonly distinct_id: string;
  readonly anon_distinct_id?: string;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly timestamp?: string;
  readonly message_id?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Sends events over the capture wire; all of them must be accepted. */
export async function capture(events: readonly CapturedEvent[]): Promise<void> {
  const { ingestUrl, apiKey } = theService();
  const answer = await fetch(`${ingestUrl}/api/v1/capture`, {
    method: 'POST',
    headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  assert.equal((JSON.parse(text) as { accepted: number }).accepted, events.length, text);
}

/** Sends `GET` to the events of the default project; the path is relative to `/events`. */
export async function read(path: string): Promise<ApiAnswer> {
  return api('GET', `/events${path}${path.includes('?') ? '&' : '?'}project_id=${await defaultProjectId()}`);
}

/** `POST`, the project named in the body as the interface has it. */
export async function count(operation: string, body: object): Promise<ApiAnswer> {
  return api('POST', `/events/${operation}`, { body: { project_id: await defaultProjectId(), ...body } });
}

/** Repeats the request until the answer satisfies the condition. */
export function until(
  what: string,
  ask: () => Promise<ApiAnswer>,
  isAwaited: (answer: Json) => boolean,
): Promise<Json> {
  return eventually(what, async () => {
    const answer = await ask();
    assert.equal(answer.status, 200, answer.text);
    return isAwaited(answer.json) && answer.json;
  });
}

/** A list of an answer, or of one of its parts. */
export function getList(answer: unknown, name: string): Json[] {
  return [...(((answer ?? {}) as Record<string, Json[]>)[name] ?? [])];
}

const HOUR_MS = 3_600_000;

/** A window of whole hours that are over, for events at given hours of it. */
export function pastDay(): { readonly start: string; readonly end: string; readonly hour: (nth: number) => string } {
  const startMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 24 * HOUR_MS;
  const at = (ms: number): string => new Date(ms).toISOString();
  return { start: at(startMs), end: at(startMs + 20 * HOUR_MS), hour: (nth) => at(startMs + nth * HOUR_MS) };
}
