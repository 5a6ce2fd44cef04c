import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadAddon } from '../embedded/engine/addon.js';
import { DEFAULT_ENGINE_LIMITS, renderEngineConfig } from '../embedded/engine/engine-config.js';
import { Engine } from '../embedded/engine/engine.js';
import { MIGRATIONS } from '../migrations/index.js';
import { renderDatabase, renderMigration, renderMigrationsTable } from '../migrations/render.js';

/** An engine in this process that plays the nodes of a cluster. There can be one in a process. */
export interface ClusterEngine extends AsyncDisposable {
  readonly engine: Engine;
}

/** Nothing listens on these ports; the engine only compares them with its own to find out that a shard is local. */
const TCP_PORT = 19_000;
const INTERSERVER_PORT = 19_009;

/**
 * Starts an engine that knows clusters whose shards are all itself, and a Keeper in memory with which replicated tables can be created, but
 * not written.
 */
export async function openClusterEngine(shards: number): Promise<ClusterEngine> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-columnar-'));
  const configFile = join(directory, 'engine.xml');
  const config = renderEngineConfig({ ...DEFAULT_ENGINE_LIMITS, keepFreeBytes: 1_000_000 });
  await writeFile(configFile, config.replace('</clickhouse>', `${clusterConfig(shards)}\n</clickhouse>`));
  const engine = new Engine(loadAddon(), join(directory, 'engine'), configFile);
  return {
    engine,
    async [Symbol.asyncDispose]() {
      engine.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function clusterConfig(shards: number): string {
  const replica = `<replica><host>127.0.0.1</host><port>${TCP_PORT}</port></replica>`;
  return [
    `  <tcp_port>${TCP_PORT}</tcp_port>`,
    `  <interserver_http_port>${INTERSERVER_PORT}</interserver_http_port>`,
    '  <zookeeper><implementation>testkeeper</implementation></zookeeper>',
    '  <macros><cluster>here</cluster><shard>1</shard><replica>a</replica></macros>',
    '  <remote_servers><here>',
    ...Array.from(
      { length: shards },
      () => `    <shard><internal_replication>true</internal_replication>${replica}</shard>`,
    ),
    '  </here></remote_servers>',
  ].join('\n');
}

/** The statements that create the schema on a cluster. */
export const clusterStatements = (database: string): string[] => [
  renderDatabase('cluster', database),
  renderMigrationsTable('cluster', database),
  ...MIGRATIONS.flatMap((migration) => renderMigration(migration, 'cluster', database)),
];

/** A statement for a cluster as the one node runs it. The engine has no queue of DDL. */
export const onThisNode = (sql: string): string => sql.replaceAll(" ON CLUSTER '{cluster}'", '');

/** Rewrites a statement for tables without replication, which the embedded engine can write. */
export const withoutKeeper = (sql: string): string =>
  onThisNode(sql)
    .replace(/Replicated(\w+)\('[^']*', '[^']*'(?:, )?/, '$1(')
    .replace(/, replicated_deduplication_window_seconds = \d+/, '')
    .replace('replicated_deduplication_window', 'non_replicated_deduplication_window');
