import assert from 'node:assert/strict';
import { theService } from '../topology.js';

/** Sends captured events in one request; all of them must be accepted. */
export async function capture(events: readonly object[], key = theService().apiKey): Promise<void> {
  const { ingestUrl } = theService();
  const answer = await fetch(`${ingestUrl}/api/v1/capture`, {
    method: 'POST',
    headers: { 'x-svc-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  assert.equal((JSON.parse(text) as { accepted: number }).accepted, events.length, text);
}

let made = 0;
/** A distinct id that no other spec and no other run has. */
export const newId = (name: string): string => `${name}-${process.pid}-${Date.now().toString(36)}-${made++}`;
