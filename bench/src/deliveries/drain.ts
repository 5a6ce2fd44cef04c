import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createKeyRing } from '@svc/encryption';
import { createRelational, migrateRelational, startEmbeddedPostgres, type Relational } from '@svc/relational';
import { Child, freePorts } from '@svc/testing';
import { printer } from '../figures/figure.js';
import { processTree, type Usage } from '../processes/process-tree.js';
import type { ReceiverReport } from './receiver.worker.js';

/**
 * `node bench/dist/deliveries/drain.js [deliveries] [channels]`: notifications that wait in Postgres when the process of integrations
 * starts, a third of each urgency in random order, until the last has arrived at webhooks on loopback, each signed and with its receipt in
 * Postgres. The receiver is a thread of the benchmark.
 */
const COUNT = Number(process.argv[2] ?? 100_000);
const CHANNELS = Number(process.argv[3] ?? 1);
/** Deliveries of one subject are sent one after the other. */
const PER_SUBJECT = 4;

const directory = await mkdtemp(path.join(tmpdir(), 'svc-bench-deliveries-'));
const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres') });
const receiver = new Worker(new URL('./receiver.worker.js', import.meta.url));
const encryptionKeys = `bench=${randomBytes(32).toString('base64')}`;
let child: Child | undefined;
try {
  await migrateRelational(postgres.url, { serviceUrl: postgres.serviceUrl });
  const relational = createRelational({ url: postgres.serviceUrl, poolSize: 2 });
  await queue(relational, await ask<string>('address'));
  const [rpcPort = 0, metricsPort = 0] = await freePorts(2);
  child = new Child({
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
  const before = postgresUsage();
  child.start();
  let report = await ask<ReceiverReport>('report');
  for (; report.distinct < COUNT; report = await ask<ReceiverReport>('report')) await pause(100);
  const seconds = (report.lastMs - report.firstMs) / 1000;
  const service = processTree(child.pid).get('node')?.cpuSeconds ?? 0;
  printer({ deliveries: COUNT, channels: CHANNELS })({
    figure: 'deliveries_drained',
    deliveriesPerSecond: Math.round(COUNT / seconds),
    cpuMicrosecondsPerDelivery: {
      service: Math.round((service * 1e6) / COUNT),
      postgres: Math.round(((postgresUsage() - before) * 1e6) / COUNT),
    },
    repeated: report.received - report.distinct,
    // Arrivals after the first one of a lower urgency.
    overtaken: report.overtaken,
  });
  await relational.close();
} finally {
  await child?.stop();
  await receiver.terminate();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

function postgresUsage(): number {
  const tree: ReadonlyMap<string, Usage> = processTree(process.pid);
  return [...tree]
    .filter(([name]) => name.startsWith('postgres'))
    .reduce((sum, [, { cpuSeconds }]) => sum + cpuSeconds, 0);
}

function ask<Answer>(question: 'address' | 'report'): Promise<Answer> {
  return new Promise((resolve) => {
    receiver.once('message', resolve);
    receiver.postMessage(question);
  });
}

/** Channels and their waiting deliveries, as the service writes them. */
async function queue({ client }: Relational, url: string): Promise<void> {
  const projectId = randomUUID();
  const keyRing = createKeyRing(encryptionKeys);
  const channelIds = Array.from({ length: CHANNELS }, () => randomUUID());
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  await client.channel.createMany({
    data: channelIds.map((id, nth) => ({
      id,
      projectId,
      type: 'webhook',
      name: `Ops ${nth}`,
      config: { url },
      events: [],
      timeZone: 'UTC',
      sealed: keyRing.seal(JSON.stringify({ secret }), `channel/${id}`),
      isEnabled: true,
      createdBy: 'bench',
      createdAt: new Date(),
      updatedAt: new Date(),
    })),
  });
  const notification = {
    type: 'alert.firing',
    status: 'open',
    severity: 'critical',
    occurredAt: new Date().toISOString(),
    projectId,
    projectName: 'Shop',
    title: 'Alert firing: Checkout latency',
    facts: [
      { label: 'What', value: 'p95 of checkout is 2.4 s, above 1 s for 5 minutes.' },
      { label: 'Since', time: new Date().toISOString() },
      { label: 'Service', value: 'checkout (production)' },
    ],
    data: { title: 'Checkout latency', severity: 'critical', service: 'checkout', environment: 'production' },
  };
  // Rows are inserted in random order, so that urgencies are mixed.
  await client.$executeRaw`
    INSERT INTO deliveries (id, project_id, channel_id, channel_name, channel_type, event_id, event_type, subject, title,
      notification, urgency, status, next_attempt_at, started_at, created_at)
    SELECT gen_random_uuid(), ${projectId}::uuid, (${channelIds}::uuid[])[1 + n % ${CHANNELS}::int], 'Ops', 'webhook',
      'event ' || n, 'alert.firing', 'alert/' || n / ${PER_SUBJECT}::int, 'Alert firing: Checkout latency',
      (${JSON.stringify(notification)}::jsonb || jsonb_build_object('subject', 'alert/' || n / ${PER_SUBJECT}::int)
        || jsonb_build_object('data', jsonb_build_object('urgency', n / ${PER_SUBJECT}::int % 3)))::json,
      n / ${PER_SUBJECT}::int % 3, 'pending', now(), now(), now()
    FROM (SELECT n FROM generate_series(0, ${COUNT}::int - 1) AS n ORDER BY random()) AS shuffled`;
  await client.$executeRaw`ANALYZE deliveries`;
}
