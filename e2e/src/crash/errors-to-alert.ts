import assert from 'node:assert/strict';
import { eventually, type Topology } from '@svc/testing';
import type { Json } from '../api.js';

const SERVICE = 'checkout';

/** Fires while there are errors. */
export const RULE = {
  name: 'Errors',
  kind: 'threshold',
  severity: 'critical',
  window: '1m',
  interval: '30s',
  query: { signal: 'logs', q: 'level:error', service: [SERVICE] },
  group_by: ['service'],
  condition: { op: 'gt', threshold: 0 },
  eval_delay: '5s',
  for: '30s',
};

/**
 * Errors are sent for this many milliseconds, so that the clock can move three times, by 141 seconds, while the rule fires, which it does
 * after up to 70. One of three lives of the process lasts until the firing alert is notified.
 */
const ERRORS_MS = 240_000;
/** The time between two errors. */
const STEP_MS = 10_000;

/** Asks a service that may be away, whose answer is then undefined. */
export const askIfAnswers =
  (topology: Topology) =>
  async (method: string, path: string, body?: object): Promise<Record<string, Json> | undefined> => {
    try {
      const answer = await fetch(`${topology.httpUrl}/api/v1${path}`, {
        method,
        headers: { 'x-svc-api-key': topology.apiKey, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return answer.ok ? ((await answer.json()) as Record<string, Json>) : undefined;
    } catch {
      return undefined;
    }
  };

/** Sends errors of the next minutes at once, and waits until they can be read: kills are to hit their evaluation. */
export async function sendErrors(topology: Topology, project: string): Promise<void> {
  const from = topology.now();
  const logRecords = Array.from({ length: ERRORS_MS / STEP_MS }, (_, nth) => ({
    timeUnixNano: String(BigInt(from + nth * STEP_MS) * 1_000_000n),
    severityNumber: 17,
    body: { stringValue: 'failed' },
  }));
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: SERVICE } }] };
  const answer = await fetch(`${topology.ingestUrl}/v1/logs`, {
    method: 'POST',
    headers: { 'x-svc-api-key': topology.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] }),
  });
  assert.equal(answer.status, 200, await answer.text());
  const [start, end] = [from - 1_000, from + ERRORS_MS].map((ms) => new Date(ms).toISOString());
  const ask = askIfAnswers(topology);
  await eventually('the errors can be read', async () => {
    const page = await ask('GET', `/logs?project_id=${project}&start_time=${start}&end_time=${end}&limit=100`);
    return [...(page?.['logs'] ?? [])].length === logRecords.length;
  });
}
