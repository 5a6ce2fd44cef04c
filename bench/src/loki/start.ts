import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, freePorts } from '@svc/testing';
import { buildLoki } from './build.js';

export interface Loki {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Loki as one process with its files in a directory, as its documentation begins; without limits that a benchmark would exceed. */
export async function startLoki(): Promise<Loki> {
  const binary = await buildLoki();
  const directory = await mkdtemp(path.join(tmpdir(), 'bench-loki-'));
  const [http, grpc] = (await freePorts(2)) as [number, number];
  const config = path.join(directory, 'config.yaml');
  await writeFile(config, JSON.stringify(configuration(directory, http, grpc)));
  // It logs every query that ends early because it has enough records.
  const loki = spawn(binary, [`-config.file=${config}`], { stdio: 'ignore' });
  const stop = async (): Promise<void> => {
    const exited = new Promise((resolve) => loki.once('exit', resolve));
    if (loki.kill()) await exited;
    await rm(directory, { recursive: true });
  };
  const url = `http://127.0.0.1:${http}`;
  try {
    await eventually('Loki is ready', async () => (await fetch(`${url}/ready`)).ok);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: loki.pid ?? 0, stop };
}

function configuration(directory: string, http: number, grpc: number) {
  return {
    auth_enabled: false,
    server: {
      http_listen_address: '127.0.0.1',
      http_listen_port: http,
      grpc_listen_address: '127.0.0.1',
      grpc_listen_port: grpc,
      log_level: 'error',
    },
    common: {
      path_prefix: directory,
      replication_factor: 1,
      instance_addr: '127.0.0.1',
      ring: { kvstore: { store: 'inmemory' } },
      storage: { filesystem: { chunks_directory: `${directory}/chunks`, rules_directory: `${directory}/rules` } },
    },
    schema_config: {
      configs: [
        {
          from: '2024-01-01',
          store: 'tsdb',
          object_store: 'filesystem',
          schema: 'v13',
          index: { prefix: 'index_', period: '24h' },
        },
      ],
    },
    limits_config: {
      allow_structured_metadata: true,
      ingestion_rate_mb: 1_000,
      ingestion_burst_size_mb: 1_000,
      per_stream_rate_limit: '1GB',
      per_stream_rate_limit_burst: '1GB',
      reject_old_samples: false,
      unordered_writes: true,
    },
    // Every question is computed, as ours is.
    query_range: { cache_results: false },
    analytics: { reporting_enabled: false },
  };
}
