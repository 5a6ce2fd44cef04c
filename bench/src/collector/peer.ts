import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GENEROUS, temporaryStore } from '@svc/columnar/testing';
import type { Signal } from '@svc/otlp';
import { eventually, freePorts, startStandalone } from '@svc/testing';
import { startBridge } from './bridge.js';
import { buildCollector } from './build.js';

/** A system that takes OTLP over HTTP and ends in the same column store. */
export interface Peer {
  readonly name: string;
  readonly url: string;
  readonly apiKey: string;
  /** Its processes; their CPU time and that of all descendants is its cost. */
  readonly pids: readonly number[];
  /** Whether this many items of a signal, counted from its start, can be read. */
  hasStored(signal: Signal, items: number): Promise<boolean>;
  stop(): Promise<void>;
}

export async function startOurs(): Promise<Peer> {
  const [metricsPort] = (await freePorts(1)) as [number];
  const topology = await startStandalone({ env: { SVC_METRICS_PORT: String(metricsPort) } });
  return {
    name: 'standalone',
    url: topology.ingestUrl,
    apiKey: topology.apiKey,
    pids: [topology.processes.get('standalone')?.pid ?? 0],
    async hasStored(signal) {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return text.includes(`svc_event_log_lag_records{topic="otlp.${signal}"} 0\n`);
    },
    stop: () => topology.stop(),
  };
}

const TABLES = { traces: 'otel.otel_traces', logs: 'otel.otel_logs' } as const;

/** The Collector as its exporter's documentation advises, with a queue on disk and without loss when the queue is full. */
export async function startCollector(): Promise<Peer> {
  const binary = await buildCollector();
  const scene = await temporaryStore();
  const bridge = await startBridge(scene.embedded.store);
  const directory = await mkdtemp(path.join(tmpdir(), 'bench-collector-'));
  const [port] = (await freePorts(1)) as [number];
  const config = path.join(directory, 'config.yaml');
  await writeFile(config, JSON.stringify(configuration(port, bridge.url, directory)));
  const collector = spawn(binary, [`--config=file:${config}`], { stdio: ['ignore', 'ignore', 'inherit'] });
  const stop = async (): Promise<void> => {
    const exited = new Promise((resolve) => collector.once('exit', resolve));
    if (collector.kill()) await exited;
    bridge.stop();
    await scene[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await eventually('the Collector listens', async () => (await fetch(url)).status > 0);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    name: 'collector',
    url,
    apiKey: 'none',
    pids: [collector.pid ?? 0, scene.embedded.supervisor.pid ?? 0],
    async hasStored(signal, items) {
      if (signal === 'metrics') throw new Error('only traces and logs are compared');
      const sql = `SELECT count() AS n FROM ${TABLES[signal]}`;
      const [found] = await scene.store.query<{ n: string }>({ sql, limits: GENEROUS });
      return Number(found?.n) >= items;
    },
    stop,
  };
}

function configuration(port: number, store: string, directory: string) {
  const pipeline = { receivers: ['otlp'], processors: ['batch'], exporters: ['clickhouse'] };
  return {
    receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } } },
    processors: { batch: { timeout: '1s', send_batch_size: 60_000 } },
    exporters: {
      clickhouse: {
        endpoint: store,
        database: 'otel',
        compress: 'none',
        async_insert: false,
        timeout: '60s',
        sending_queue: { storage: 'file_storage', num_consumers: 2, queue_size: 100, block_on_overflow: true },
      },
    },
    extensions: { file_storage: { directory } },
    service: {
      extensions: ['file_storage'],
      telemetry: { metrics: { level: 'none' }, logs: { level: 'error' } },
      pipelines: { traces: pipeline, logs: pipeline },
    },
  };
}
