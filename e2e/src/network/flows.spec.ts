import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { eventually, ROOT, type Topology } from '@svc/testing';
import { topologyKind } from '../topology.js';
import { ALLOWED, countPorts } from './chart-flows.js';
import { Outside } from './outside.js';
import { sendEverything } from './traffic.js';
import { Watcher } from './watcher.js';

/**
 * Flows that the chart allows but no process opens here, in alphabetical order: objects are in a directory instead of a
 * bucket, and there is no provider of models.
 */
const UNUSED = ['exports > objects', 'ingest > objects', 'query > models', 'query > objects'];

/** Postgres and the column store. */
const MIGRATED_STORES = 2;

/** Connections between processes exist only where there are several, and are read from the Linux kernel. */
const describeProcesses = topologyKind() === 'distributed' && process.platform === 'linux' ? describe : describe.skip;

describeProcesses('the connections of six processes', () => {
  const pids = new Map<string, number>();
  const watcher = new Watcher(pids);
  const outside = new Outside(() => watcher.seen());
  let topology: Topology;
  let stores: Record<string, string> = {};

  /**
   * Runs the program of migrations, which finds nothing to do, among the watched processes. It runs again if its connections, which last
   * for milliseconds, fell between two readings.
   */
  const migrate = async (): Promise<void> => {
    for (let runs = 0; runs < 10 && watcher.opened('migrate').size < MIGRATED_STORES; runs++) await runMigrate();
  };
  const runMigrate = async (): Promise<void> => {
    const program = path.join(ROOT, 'apps/standalone/dist/services/svc-admin.js');
    const child = spawn(process.execPath, [program, 'migrate', '--check'], { env: stores, stdio: 'inherit' });
    pids.set('migrate', child.pid ?? 0);
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  };

  beforeAll(async () => {
    const { startDistributed } = await import('@svc/testing/distributed');
    topology = await startDistributed({
      // Without the address of its pages, the service sends no mail that proves an address.
      hasLinks: true,
      sharedEnv: {
        SVC_TRACES_ENDPOINT: `${await outside.http('traces')}/v1/traces`,
        SVC_AUDIT_OTLP_ENDPOINT: `${await outside.http('auditCollector')}/v1/logs`,
        SVC_SMTP_URL: await outside.smtp('smtp'),
        SVC_OIDC_ISSUER: await outside.http('oidc'),
        SVC_OIDC_CLIENT_ID: 'svc',
        SVC_OIDC_CLIENT_SECRET: 'secret-of-the-client',
      },
      serverEnv: async ({ databaseUrl, clickhouse, kafkaBrokers, redisUrl }) => {
        for (const broker of kafkaBrokers) outside.know('kafka', broker);
        outside.know('redis', new URL(redisUrl).host);
        const { username, password, pathname, searchParams } = new URL(databaseUrl);
        const postgres = await outside.door('postgres', path.join(searchParams.get('host') ?? '', '.s.PGSQL.5432'));
        const columns = await outside.door('clickhouse', clickhouse.socket);
        stores = {
          SVC_DATABASE_URL: `postgresql://${username}:${password}@${postgres}${pathname}`,
          SVC_CLICKHOUSE_URL: clickhouse.url.replace('embedded', columns),
          // An empty setting counts as unset.
          SVC_CLICKHOUSE_SOCKET: '',
        };
        return stores;
      },
    });
    for (const [name, { pid }] of topology.processes) pids.set(name, pid);
    watcher.start();
    try {
      await migrate();
      await sendEverything(topology, await outside.http('webhooks'));
      // Traces and the audit log are sent in batches. The tests below name the missing connections.
      await eventually('every connection was seen', () => expected().every((flow) => opened().includes(flow))).catch(
        () => undefined,
      );
    } finally {
      await watcher.stop();
    }
  });
  afterAll(async () => {
    await topology.stop();
    await outside.stop();
  });

  const names = (): string[] => [...pids.keys()];
  const expected = (): string[] => [...ALLOWED].filter((flow) => !UNUSED.includes(flow));

  /** The connections that processes have opened, in the words of the chart. */
  function opened(): string[] {
    const owners = new Map(outside.ports);
    const { httpUrl, ingestUrl, otlpGrpcAddress, metricsUrls } = topology;
    const known = [httpUrl, ingestUrl, `http://${otlpGrpcAddress}`, ...metricsUrls.values()].map(
      (url) => new URL(url).port,
    );
    for (const name of names())
      for (const port of watcher.listening(name))
        owners.set(port, known.includes(String(port)) ? `${name} public` : `${name} rpc`);
    const flows = names().flatMap((name) =>
      [...watcher.opened(name)].map((port) => `${name} > ${owners.get(port) ?? `port ${port}`}`),
    );
    const datagrams = names().flatMap((name) => [...watcher.openedUdp(name)].map((port) => `${name} > udp ${port}`));
    // The gateway calls itself; traffic inside a pod passes no policy. Names are resolved over UDP.
    const within = new Set(names().map((name) => `${name} > ${name} rpc`));
    return [...new Set([...flows, ...datagrams])]
      .filter((flow) => !within.has(flow) && !flow.endsWith(' > udp 53'))
      .toSorted();
  }

  it('makes only connections that the network policies of the chart allow', () => {
    assert.deepEqual(
      opened().filter((flow) => !ALLOWED.has(flow)),
      [],
    );
  });

  it('uses every connection that the network policies allow, except those of services without operations', () => {
    const seen = new Set(opened());
    assert.deepEqual([...ALLOWED].filter((flow) => !seen.has(flow)).toSorted(), UNUSED);
  });

  it('receives connections at the ports that the chart knows', () => {
    for (const name of names()) assert.equal(watcher.listening(name).size, countPorts(name), name);
  });

  it('answers the probes of the chart without a credential', async () => {
    for (const [name, url] of topology.metricsUrls)
      for (const probe of ['live', 'startup', 'ready'])
        assert.equal((await fetch(new URL(`/health/${probe}`, url))).status, 200, `${name} ${probe}`);
  });
});
