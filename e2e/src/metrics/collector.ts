import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, freePorts } from '@svc/testing';
import { buildCollector, COLLECTOR_VERSION, CONTRIB, CORE } from '@svc/testing/collector';
import { theService } from '../topology.js';

export const STRATEGIES = ['true_reset_point', 'subtract_initial_point', 'start_time_metric'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** A Collector that gives cumulative points their start, and passes them on to the service. */
export interface RunningCollector {
  /** Takes OTLP over HTTP, and responds when the service has accepted the request. */
  readonly url: string;
  stop(): Promise<void>;
}

export function buildStartTimeCollector(): Promise<string> {
  return buildCollector('start-time', {
    receivers: [`${CORE}/receiver/otlpreceiver ${COLLECTOR_VERSION}`],
    processors: [`${CONTRIB}/processor/metricstarttimeprocessor ${COLLECTOR_VERSION}`],
    exporters: [`${CORE}/exporter/otlphttpexporter ${COLLECTOR_VERSION}`],
  });
}

export async function startCollector(program: string, strategy: Strategy): Promise<RunningCollector> {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-collector-'));
  const [port] = (await freePorts(1)) as [number];
  const file = path.join(directory, 'config.yaml');
  await writeFile(file, JSON.stringify(configuration(port, strategy)), { mode: 0o600 });
  const child = spawn(program, [`--config=file:${file}`], { stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  await eventually('the Collector listens', async () => (await fetch(url)).status > 0);
  return {
    url,
    async stop() {
      child.kill();
      await exited;
      await rm(directory, { recursive: true });
    },
  };
}

function configuration(port: number, strategy: Strategy) {
  const { ingestUrl, apiKey } = theService();
  return {
    receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } } },
    processors: { metric_start_time: { strategy } },
    exporters: {
      otlp_http: { endpoint: ingestUrl, headers: { 'x-svc-api-key': apiKey }, sending_queue: { enabled: false } },
    },
    service: {
      telemetry: { metrics: { level: 'none' }, logs: { level: 'error' } },
      pipelines: { metrics: { receivers: ['otlp'], processors: ['metric_start_time'], exporters: ['otlp_http'] } },
    },
  };
}
