/**
 * Exports of log records: `node dist/exports/files.js [records]`. The service receives the records over OTLP, stores them, and writes them
 * as CSV, Parquet and JSON, one after the other, while a client sends a request of 100 records fifty times a second. Rows per second count
 * from the start of an export to its completion; the goals are 400,000 for CSV and 600,000 for Parquet, with less than 300 MB of extra
 * memory. The CPU time of a row is that of all processes, and includes the requests. Then the file is downloaded some times: its first byte
 * is wanted within 100 ms of the request.
 */
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { startStandalone, waitAtMost } from '@svc/testing';
import { percentiles, printer } from '../figures/figure.js';
import { protobufPayload } from '../payloads/payloads.js';
import { cpuMs, processTree } from '../processes/process-tree.js';
import { projectId } from '../reading/project.js';
import { post } from '../senders/post.js';

const records = Number(process.argv[2] ?? 1_000_000);
const ROWS_PER_REQUEST = 1_000;
const PROBE_ROWS = 100;
const PROBE_PAUSE_MS = 20;
const SAMPLE_MS = 100;
const HOUR_MS = 3_600_000;
const DOWNLOADS = 20;
const PATIENCE_MS = 3_600_000;

/** Milliseconds from a request for the whole file until its first byte is here; the rest is not read. */
async function firstBytes(url: string): Promise<{ p50Ms: number; p99Ms: number }> {
  const times: number[] = [];
  for (let n = 0; n < DOWNLOADS; n++) {
    const started = performance.now();
    const { body } = await fetch(url);
    const reader = body?.getReader();
    await reader?.read();
    times.push(performance.now() - started);
    await reader?.cancel();
  }
  const { p50, p99 } = percentiles(times.toSorted((a, b) => a - b));
  return { p50Ms: p50, p99Ms: p99 };
}

const print = printer({ records, payload: 'every row differs' });
const topology = await startStandalone();
try {
  const { httpUrl, ingestUrl, apiKey } = topology;
  const project = await projectId(topology);
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  let seed = 0;
  const send = (rows: number): Promise<number> => {
    const nowNs = BigInt(Date.now()) * 1_000_000n;
    return post({ url: `${ingestUrl}/v1/logs`, apiKey, agent }, protobufPayload('logs', { rows, seed: seed++, nowNs }));
  };
  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${httpUrl}/api/v1${path}`, {
      method,
      headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const probe = async (isOver: () => boolean): Promise<number> => {
    const times: number[] = [];
    while (!isOver()) {
      const started = performance.now();
      await send(PROBE_ROWS);
      times.push(performance.now() - started);
      await pause(PROBE_PAUSE_MS);
    }
    return percentiles(times.toSorted((a, b) => a - b)).p99;
  };
  const residentMb = (): number => {
    const tree = processTree(topology.processes.get('standalone')?.pid ?? 0);
    return [...tree.values()].reduce((sum, { residentBytes }) => sum + residentBytes, 0) / 1_000_000;
  };

  const begin = new Date(Date.now() - HOUR_MS).toISOString();
  for (let sent = 0; sent < records;) {
    if ((await send(ROWS_PER_REQUEST)) === 200) sent += ROWS_PER_REQUEST;
    else await pause(1_000);
  }
  const end = new Date().toISOString();
  const window = `project_id=${project}&start_time=${begin}&end_time=${new Date(Date.now() + HOUR_MS).toISOString()}`;
  await waitAtMost(PATIENCE_MS, 'all records are stored', async () => {
    const { total } = await call('GET', `/logs/aggregate?${window}&group_by=level`);
    return Number(total) >= records;
  });
  const aloneSince = performance.now();
  const alone = await probe(() => performance.now() - aloneSince > 5_000);

  for (const type of ['csv', 'parquet', 'json']) {
    const before = residentMb();
    const cpuBefore = cpuMs(topology);
    let [peak, isOver] = [0, false];
    const sampling = setInterval(() => (peak = Math.max(peak, residentMb() - before)), SAMPLE_MS);
    const probing = probe(() => isOver);
    const query = { signal: 'logs', start_time: begin, end_time: end };
    const { id } = await call('POST', `/export?project_id=${project}`, { type, query, idempotency_key: randomUUID() });
    const job = await waitAtMost(PATIENCE_MS, 'the export is over', async () => {
      const found = await call('GET', `/export/jobs/${String(id)}?project_id=${project}`);
      return ['completed', 'failed'].includes(String(found['status'])) && found;
    });
    isOver = true;
    clearInterval(sampling);
    const seconds = (Date.parse(String(job['completed_at'])) - Date.parse(String(job['started_at']))) / 1_000;
    const { rows, bytes } = (job['result'] ?? {}) as { rows?: string; bytes?: string };
    const rowsPerSecond = Math.round(Number(rows) / seconds);
    const p99Ms = { alone, during: await probing };
    const cpu = cpuMs(topology);
    const perRow = (milliseconds: number): number => Math.round((milliseconds * 100_000) / Number(rows)) / 100;
    print({
      figure: 'export',
      type,
      rows: Number(rows),
      bytes: Number(bytes),
      rowsPerSecond,
      extraMb: Math.round(peak),
      p99Ms,
      cpuMicrosecondsPerRow: {
        engine: perRow(cpu.engine - cpuBefore.engine),
        ours: perRow(cpu.ours - cpuBefore.ours),
      },
    });
    const { url } = await call('GET', `/export/jobs/${String(id)}/download?project_id=${project}`);
    // The service does not know the port that the operating system chose for it here.
    const file = httpUrl + new URL(String(url)).pathname;
    print({ figure: 'download', type, goalMs: 100, ...(await firstBytes(file)) });
  }
  agent.destroy();
} finally {
  await topology.stop();
}
