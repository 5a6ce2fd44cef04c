import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createKeyRing } from '@svc/encryption';
import { createRelational, migrateRelational, startEmbeddedPostgres, type Relational } from '@svc/relational';
import { Child, freePorts, ROOT } from '@svc/testing';
import type { ReceiverReport } from '../deliveries/receiver.worker.js';
import { printer } from '../figures/figure.js';

/**
 * `node bench/dist/alerts/storm.js [alerts] [groups]`: alerts of ten rules that fire at once, until every group has
 * arrived at a webhook on loopback. The component that stores and groups alerts runs in one process, integrations in
 * another.
 */
const ALERTS = Number(process.argv[2] ?? 5_000);
const GROUPS = Number(process.argv[3] ?? 100);
const GOAL_MS = 10_000;

const directory = await mkdtemp(path.join(tmpdir(), 'svc-bench-storm-'));
const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres') });
const receiver = new Worker(new URL('../deliveries/receiver.worker.js', import.meta.url));
const encryptionKeys = `bench=${randomBytes(32).toString('base64')}`;
let child: Child | undefined;
try {
  await migrateRelational(postgres.url, { serviceUrl: postgres.serviceUrl });
  const relational = createRelational({ url: postgres.serviceUrl, poolSize: 4 });
  child = await startIntegrations();
  const projectId = randomUUID();
  const channel = await addWebhook(relational, projectId, await ask<string>('address'));
  await storm(projectId, channel);
  await relational.close();
} finally {
  await child?.stop();
  await receiver.terminate();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

/** The figures that the component that stores and groups alerts reports. */
interface Reported {
  /** Milliseconds of the clock. */
  readonly startedAt: number;
  readonly keptMs: number;
  readonly requestedMs: number;
}

async function storm(projectId: string, channel: string): Promise<void> {
  const fixture = path.join(ROOT, 'apps/alerting/dist/testing/storm.fixture.js');
  const counts = [String(ALERTS), String(GROUPS)];
  const { stdout } = await promisify(execFile)(process.execPath, [
    fixture,
    ...[postgres.serviceUrl, projectId, channel, ...counts],
  ]);
  const { startedAt, keptMs, requestedMs } = JSON.parse(stdout) as Reported;
  let report = await ask<ReceiverReport>('report');
  for (; report.distinct < GROUPS; report = await ask<ReceiverReport>('report')) await pause(20);
  printer({ alerts: ALERTS, groups: GROUPS })({
    figure: 'alert_storm',
    goalMs: GOAL_MS,
    keptMs,
    requestedMs,
    deliveredMs: Date.now() - startedAt,
    repeated: report.received - report.distinct,
  });
}

async function startIntegrations(): Promise<Child> {
  const [rpcPort = 0, metricsPort = 0] = await freePorts(2);
  const integrations = new Child({
    name: 'integrations',
    entry: 'apps/standalone/dist/services/integrations.js',
    logFile: path.join(directory, 'integrations.log'),
    env: {
      SVC_DATABASE_URL: postgres.serviceUrl,
      SVC_ENCRYPTION_KEYS: encryptionKeys,
      SVC_CURSOR_SECRET: 'cursor-secret-of-the-benchmark',
      SVC_RPC_TOKEN: 'secret-of-the-benchmark',
      SVC_RPC_LISTEN: `127.0.0.1:${rpcPort}`,
      SVC_METRICS_PORT: String(metricsPort),
      SVC_EGRESS_ALLOW: '127.0.0.0/8',
    },
  });
  integrations.start();
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await pause(100);
  return integrations;
}

async function addWebhook({ client }: Relational, projectId: string, url: string): Promise<string> {
  const id = randomUUID();
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  await client.channel.create({
    data: {
      id,
      projectId,
      type: 'webhook',
      name: 'Ops',
      config: { url },
      events: [],
      timeZone: 'UTC',
      sealed: createKeyRing(encryptionKeys).seal(JSON.stringify({ secret }), `channel/${id}`),
      isEnabled: true,
      createdBy: 'bench',
      createdAt: new Date(),
      updatedAt: new Date(),
    },
  });
  return id;
}

function ask<Answer>(question: 'address' | 'report'): Promise<Answer> {
  return new Promise((resolve) => {
    receiver.once('message', resolve);
    receiver.postMessage(question);
  });
}
