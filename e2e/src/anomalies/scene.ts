import assert from 'node:assert/strict';
import { eventually, type Topology } from '@svc/testing';
import { ok, type Json } from '../api.js';
import { theService } from '../topology.js';

const WINDOW_MS = 5 * 60_000;
/** Windows before the anomaly: enough for a baseline of the last hours. */
const HISTORY = 44;
const USUAL = 10;
const UNUSUAL = 200;
/** Delay between the end of a window and its evaluation, so that late records are included. */
const DELAY_MS = 60_000;
/** Projects are discovered every 20 seconds. */
const STEP_MS = 5_000;

/**
 * Sends hours of log records at once, the last windows with many more than usual, and waits for the finding.
 * The project must be new: detectors look only once at windows that have ended.
 *
 * @param topology the service, if its clock is to be moved instead of waiting.
 * @returns the finding.
 */
export async function provokeAnomaly(projectId: string, service: string, topology?: Topology): Promise<Json> {
  // Windows end at multiples of five minutes. The clock is moved to when one has just been closed, so that it is the last one for minutes.
  await topology?.moveClock(WINDOW_MS - ((topology.now() - DELAY_MS) % WINDOW_MS));
  const last = Math.floor(((topology?.now() ?? Date.now()) - DELAY_MS) / WINDOW_MS) * WINDOW_MS;
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
  await eventually('the records can be read', async () => {
    const start = new Date(last - HISTORY * WINDOW_MS).toISOString();
    const { logs } = await ok('GET', `/logs?project_id=${projectId}&service=${service}&start_time=${start}&limit=1`);
    return (logs as Json[]).length > 0;
  });
  return eventually(
    'the anomaly is found',
    async () => {
      await topology?.moveClock(STEP_MS);
      const { findings } = await ok('GET', `/anomalies?project_id=${projectId}`);
      return [...(findings as Json[])].find(({ labels }) => labels['service_name'] === service);
    },
    { everyMs: 500 },
  );
}
