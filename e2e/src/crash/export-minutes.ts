import assert from 'node:assert/strict';
import type { Topology } from '@svc/testing';
import { drained } from './ledger.js';

/** More than half of what a part can have, so that exports read one minute at a time. */
export const ROWS_OF_MINUTE = 26_000;
const MINUTE_MS = 60_000;

/** Sends minutes full of log records that are over, waits until they are stored, and returns the query of an export of them all. */
export async function sendMinutes(topology: Topology, minutes: number): Promise<object> {
  const startMs = (Math.floor(Date.now() / MINUTE_MS) - minutes - 1) * MINUTE_MS;
  for (let minute = 0; minute < minutes; minute++) {
    const answer = await fetch(`${topology.ingestUrl}/v1/logs`, {
      method: 'POST',
      headers: { 'x-svc-api-key': topology.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(minuteOfLogs(startMs + minute * MINUTE_MS, minute * ROWS_OF_MINUTE)),
    });
    assert.equal(answer.status, 200, await answer.text());
  }
  await drained(topology);
  const time = (ms: number) => new Date(ms).toISOString();
  return { signal: 'logs', start_time: time(startMs), end_time: time(startMs + minutes * MINUTE_MS) };
}

function minuteOfLogs(fromMs: number, first: number) {
  const fromNs = BigInt(fromMs) * 1_000_000n;
  const logRecords = Array.from({ length: ROWS_OF_MINUTE }, (_, nth) => ({
    // Pairs of records have the same time.
    timeUnixNano: String(fromNs + BigInt(Math.floor(nth / 2)) * 4_000_000n),
    severityNumber: 1 + (nth % 24),
    body: { stringValue: `record "${first + nth}", and\na line more` },
    attributes: [{ key: 'nth', value: { intValue: String(nth) } }],
  }));
  return { resourceLogs: [{ scopeLogs: [{ logRecords }] }] };
}
