import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { defaultProjectId, ok, type Json } from '../api.js';
import { theService } from '../topology.js';

export interface SentLog {
  readonly body: string;
  /** Milliseconds before now; 0 when absent. */
  readonly agoMs?: number;
  readonly severityNumber?: number;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly traceId?: string;
  readonly spanId?: string;
}

/** Sends records of one service and waits until they can be read. Answers them as they read, oldest first. */
export async function sendLogs(
  service: string,
  logs: readonly SentLog[],
  resource: Readonly<Record<string, string>> = {},
): Promise<Json[]> {
  const { ingestUrl, apiKey } = theService();
  const now = Date.now();
  const logRecords = logs.map(({ body, agoMs = 0, attributes = {}, ...record }, index) => ({
    ...record,
    // Distinct times, in the order of the records.
    timeUnixNano: String(BigInt(now - agoMs) * 1_000_000n + BigInt(index)),
    body: { stringValue: body },
    attributes: keyValues(attributes),
  }));
  const sent = await fetch(`${ingestUrl}/v1/logs`, {
    method: 'POST',
    headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      resourceLogs: [
        { resource: { attributes: keyValues({ 'service.name': service, ...resource }) }, scopeLogs: [{ logRecords }] },
      ],
    }),
  });
  assert.equal(sent.status, 200, await sent.text());
  const query = `project_id=${await defaultProjectId()}&service=${service}&sort=timestamp_asc&limit=1000`;
  const start = new Date(now - 3_600_000 * 24).toISOString();
  return eventually(`${logs.length} records of ${service}`, async () => {
    const page = await ok('GET', `/logs?${query}&start_time=${start}`);
    const records = [...(page['logs'] as Json[])];
    return records.length >= logs.length && records;
  });
}

function keyValues(attributes: Readonly<Record<string, string>>) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: { stringValue: value } }));
}
