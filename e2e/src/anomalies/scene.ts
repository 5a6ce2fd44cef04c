import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { ok, type Json } from '../api.js';
import { theService } from '../topology.js';

const WINDOW_MS = 5 * 60_000;
/** Windows before the anomaly: enough for a baseline of the last hours. */
const HISTORY = 44;
const USUAL = 10;
const UNUSUAL = 200;
/**
 * Sends hours of log records at once, the last windows with many more than usual, and waits for what is found in them.
 * The project must be new: detectors look only once at windows that have ended.
 *
 * @returns the finding.
 */
export async function provokeAnomaly(projectId: string, service: string): Promise<Json> {
  // Windows end at multiples of five minutes; the last one of which everything should have arrived has ended a minute ago.
  const last = Math.floor((Date.now() - 60_000) / WINDOW_MS) * WINDOW_MS;
  const logRecords = Array.from({ length: HISTORY }, (_, index) => {
    const start = last - (index + 1) * WINDOW_MS;
    const isUnusual = index < 3;
    return Array.from({ length: isUnusual ? UNUSUAL : USUAL }, (_, nth) => ({
      timeUnixNano: `${start + 1_000 * nth}000000`,
      severityNumber: 9,
      severityText: 'INFO',
      body: { stringValue: isUnusual ? 'retrying the payment' : 'paid' },
    }));
  }).flat();
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: service } }] };
  const { ingestUrl, apiKey } = theService();
  const answer = await fetch(`${ingestUrl}/v1/logs?project_id=${projectId}`, {
    method: 'POST',
    headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] }),
  });
  assert.equal(answer.status, 200, await answer.text());
  return eventually(
    'the anomaly is found',
    async () => {
      const { findings } = await ok('GET', `/anomalies?project_id=${projectId}`);
      return [...(findings as Json[])].find(({ labels }) => labels['service_name'] === service);
    },
    { everyMs: 1_000 },
  );
}
