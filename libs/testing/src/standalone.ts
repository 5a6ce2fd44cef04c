import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateApiKey } from '@svc/auth';
import { startEmbeddedColumnStore } from '@svc/columnar';
import { freePorts } from '@svc/test-servers';
import { Child } from './child.js';
import { ClockFile, toTopologyClock } from './clock-file.js';
import { lookInto, supervised } from './dependency.js';
import { bootstrapEnvironment, newOwnerLogin } from './owner-login.js';
import { waitUntilReady } from './ready.js';
import { REPLACED_PARTS_SECONDS } from './service-settings.js';
import type { Topology } from './topology.js';

export interface StandaloneOptions {
  /** State directory of an earlier run; by default a new directory that is removed at the end. */
  readonly directory?: string;
  /** The checkout whose build runs; the one of this file when absent. */
  readonly root?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the clock of the process can be moved. */
  readonly movableClock?: boolean;
}

/** Starts the standalone on free ports and waits until it is ready. */
export async function startStandalone(options: StandaloneOptions = {}): Promise<Topology> {
  const directory = options.directory ?? (await mkdtemp(path.join(tmpdir(), 'svc-')));
  await mkdir(directory, { recursive: true });
  const apiKey = options.env?.['SVC_BOOTSTRAP_API_KEY'] ?? generateApiKey('org').secret;
  const owner = newOwnerLogin();
  const clock = options.movableClock ? await ClockFile.create(directory) : undefined;
  const env = {
    ...clock?.env,
    ...(await standaloneEnvironment(directory)),
    ...bootstrapEnvironment(apiKey, owner),
    // The receivers of specs listen on loopback.
    SVC_EGRESS_ALLOW: '127.0.0.0/8',
    SVC_REPLACED_PARTS_SECONDS: String(REPLACED_PARTS_SECONDS),
    ...options.env,
  };
  const child = new Child({
    name: 'standalone',
    entry: 'apps/standalone/dist/bundle/main.js',
    ...(options.root !== undefined && { root: options.root }),
    logFile: path.join(directory, 'service.log'),
    env,
  });
  const httpUrl = `http://127.0.0.1:${env.SVC_HTTP_PORT}`;
  const ingestUrl = `http://127.0.0.1:${env.SVC_INGEST_PORT}`;
  const otlpGrpcAddress = `127.0.0.1:${env.SVC_OTLP_GRPC_PORT}`;
  const metricsUrl = `http://127.0.0.1:${env.SVC_METRICS_PORT}/metrics`;
  const ready = (): Promise<void> => waitUntilReady([`${httpUrl}/health/ready`, `${ingestUrl}/health/ready`]);
  const topology: Topology = {
    kind: 'standalone',
    httpUrl,
    gateways: [httpUrl],
    ingestUrl,
    otlpGrpcAddress,
    apiKey,
    owner,
    projectSlug: 'default',
    directory,
    processes: new Map([['standalone', child]]),
    dependencies: new Map(['columnar', 'postgres'].map((name) => [name, supervised(() => child.pid, name)])),
    ingests: [{ url: ingestUrl, grpcAddress: otlpGrpcAddress, metricsUrl }],
    metricsUrls: new Map([['standalone', metricsUrl]]),
    ...toTopologyClock(clock),
    ready,
    migrate: () => Promise.reject(new Error('one process migrates its stores when it starts')),
    processReady: () => ready(),
    async inspect(look) {
      await child.stop();
      const columnStore = await startEmbeddedColumnStore({ directory: path.join(directory, 'state/columnar') });
      try {
        return await lookInto(columnStore.store, look);
      } finally {
        await columnStore.stop();
      }
    },
    async stop() {
      await child.stop();
      if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
  child.start();
  try {
    await topology.ready();
  } catch (error) {
    await child.kill();
    throw error;
  }
  return topology;
}

/** Settings of a standalone that keeps all data in a directory and listens on free ports. */
export async function standaloneEnvironment(directory: string) {
  const [http, ingest, grpc, metrics] = await freePorts(4);
  return {
    SVC_STATE_DIR: path.join(directory, 'state'),
    SVC_CONFIG_DIR: path.join(directory, 'config'),
    SVC_HTTP_PORT: String(http),
    SVC_INGEST_PORT: String(ingest),
    SVC_OTLP_GRPC_PORT: String(grpc),
    SVC_METRICS_PORT: String(metrics),
  };
}
