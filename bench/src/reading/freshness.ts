import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Topology } from '@svc/testing';
import { percentiles } from '../figures/figure.js';
import { projectId } from './project.js';

const POLL_MS = 10;
/** A probe that takes longer is reported as this long. */
const GIVE_UP_MS = 30_000;

/** Sends small requests one at a time during the load and polls until each can be read; returns milliseconds since the acknowledgement. */
export async function measureFreshness(topology: Topology, signal: 'traces' | 'logs', forMs: number) {
  const project = await projectId(topology);
  const waits: number[] = [];
  for (const until = performance.now() + forMs; performance.now() < until;) {
    const traceId = randomBytes(16).toString('hex');
    await post(topology, signal, traceId);
    const acknowledged = performance.now();
    const path =
      signal === 'traces'
        ? `/traces/${traceId}?project_id=${project}`
        : `/logs?project_id=${project}&service=probe-${traceId}&limit=1`;
    while (!(await isThere(topology, path)) && performance.now() - acknowledged < GIVE_UP_MS) await pause(POLL_MS);
    waits.push(performance.now() - acknowledged);
  }
  return { ...percentiles(waits.sort((a, b) => a - b)), probes: waits.length };
}

async function isThere({ httpUrl, apiKey }: Topology, path: string): Promise<boolean> {
  const answer = await fetch(`${httpUrl}/api/v1${path}`, { headers: { 'x-svc-api-key': apiKey } });
  const text = await answer.text();
  if (!answer.ok) return false;
  const { logs } = JSON.parse(text) as { logs?: unknown[] };
  return logs === undefined || logs.length > 0;
}

async function post({ ingestUrl, apiKey }: Topology, signal: 'traces' | 'logs', traceId: string): Promise<void> {
  const now = String(BigInt(Date.now()) * 1_000_000n);
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: `probe-${traceId}` } }] };
  const span = { traceId, spanId: traceId.slice(16), name: 'probe', startTimeUnixNano: now, endTimeUnixNano: now };
  const record = { timeUnixNano: now, severityNumber: 9, body: { stringValue: 'probe' } };
  const body =
    signal === 'traces'
      ? { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] }
      : { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] };
  const answer = await fetch(`${ingestUrl}/v1/${signal}`, {
    method: 'POST',
    headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the probe was refused with ${answer.status}`);
  await answer.arrayBuffer();
}
