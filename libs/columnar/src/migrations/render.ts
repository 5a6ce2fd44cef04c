import type { ColumnDefinition, TableDefinition } from '@svc/tables';
import type { Alteration, Dialect, Migration, Step, ViewDefinition } from './migration.js';

/** The number of remembered blocks; an insert into four days has four blocks. */
export const DEDUPLICATION_WINDOW = 10_000;
/**
 * The time for which a cluster remembers the blocks; an hour by default in newer servers. The sink repeats a range
 * after it returns, and the event log keeps unstored records for as long as necessary, seven days by default in Kafka.
 */
const DEDUPLICATION_SECONDS = 7 * 24 * 3600;

/**
 * Renders the SQL of a migration, one string per statement.
 *
 * `embedded`: plain MergeTree tables. `cluster`: for each table a replicated `<table>_local` on every node and a distributed
 * `<table>` over them; `{cluster}`, `{shard}` and `{replica}` are macros of the servers. Readers and writers use `<table>` in both.
 */
export function renderMigration(migration: Migration, dialect: Dialect, database: string): string[] {
  return migration.steps.flatMap((step) => renderStep(step, dialect, database));
}

export function renderDatabase(dialect: Dialect, database: string): string {
  return `CREATE DATABASE IF NOT EXISTS ${database}${onCluster(dialect)}${dialect === 'embedded' ? ' ENGINE = Atomic' : ''}`;
}

/** The table of applied migrations; on a cluster all nodes of all shards replicate it. */
export function renderMigrationsTable(dialect: Dialect, database: string): string {
  const engine =
    dialect === 'embedded'
      ? 'ReplacingMergeTree(applied_at)'
      : "ReplicatedReplacingMergeTree('/clickhouse/tables/all/{database}/{table}', '{shard}-{replica}', applied_at)";
  return [
    `CREATE TABLE IF NOT EXISTS ${database}.schema_migrations${onCluster(dialect)}`,
    '(',
    '  `name` String,',
    '  `checksum` String,',
    "  `applied_at` DateTime64(3, 'UTC')",
    ')',
    `ENGINE = ${engine}`,
    'ORDER BY name',
  ].join('\n');
}

/** A distributed table refuses a deletion: on a cluster it is sent to the local table on every node, and each shard applies it once. */
export function renderDeletion(table: string, condition: string, dialect: Dialect): string {
  const name = dialect === 'embedded' ? table : `${table}_local`;
  return `DELETE FROM ${name}${onCluster(dialect)}
WHERE ${condition}`;
}

/**
 * Rewrites a table, or one of its partitions, without the rows that deletions have hidden.
 *
 * @param table its name on a node, as in `system.parts`.
 */
export function renderPurge(table: string, partitionId: string | undefined, dialect: Dialect): string {
  const partition = partitionId === undefined ? '' : ` IN PARTITION ID '${identifier(partitionId)}'`;
  return `ALTER TABLE ${identifier(table)}${onCluster(dialect)}
APPLY DELETED MASK${partition}`;
}

/** The system table of every node; on a cluster the rows of all replicas of all shards. */
export function systemTable(name: string, dialect: Dialect): string {
  return dialect === 'embedded' ? `system.${name}` : `clusterAllReplicas('{cluster}', system.${name})`;
}

/** Names of the engine need no quotes in any table of the migrations. */
function identifier(name: string): string {
  if (!/^[\w-]+$/.test(name))
    throw new Error('A name of the column store has other characters than those of its migrations');
  return name;
}

function renderStep(step: Step, dialect: Dialect, database: string): string[] {
  switch (step.kind) {
    case 'table':
      return dialect === 'embedded'
        ? [createTable(step.table, step.table.name, dialect, database)]
        : [
            createTable(step.table, `${step.table.name}_local`, dialect, database),
            createDistributed(step.table, database),
          ];
    case 'view':
      return [createView(step.view, dialect, database)];
    case 'add-columns':
      return addColumns(step.table, step.migration, dialect, database);
    case 'alter':
      return alterTable(step.alter, dialect, database);
    case 'drop-view':
      return [`DROP VIEW IF EXISTS ${database}.${step.name}${onCluster(dialect)}`];
  }
}

function createTable(table: TableDefinition, name: string, dialect: Dialect, database: string): string {
  const window = dialect === 'embedded' ? 'non_replicated_deduplication_window' : 'replicated_deduplication_window';
  const settings = [`${window} = ${DEDUPLICATION_WINDOW}`];
  if (dialect === 'cluster') settings.push(`replicated_deduplication_window_seconds = ${DEDUPLICATION_SECONDS}`);
  if (table.ttl && table.partitionBy) settings.push('ttl_only_drop_parts = 1');
  if (table.granuleRows !== undefined) settings.push(`index_granularity = ${table.granuleRows}`);
  const columns = Object.entries(table.columns).filter(([, { addedIn }]) => !addedIn);
  const body = [...columns.map(([column, definition]) => renderColumn(column, definition)), ...(table.indexes ?? [])];
  return [
    `CREATE TABLE IF NOT EXISTS ${database}.${name}${onCluster(dialect)}`,
    '(',
    body.map((line) => `  ${line}`).join(',\n'),
    ')',
    `ENGINE = ${dialect === 'embedded' ? table.engine : replicated(table.engine)}`,
    ...(table.partitionBy ? [`PARTITION BY ${table.partitionBy}`] : []),
    `ORDER BY ${table.orderBy}`,
    ...(table.ttl ? [`TTL ${table.ttl}`] : []),
    `SETTINGS ${settings.join(', ')}`,
  ].join('\n');
}

function createDistributed(table: TableDefinition, database: string): string {
  return [
    `CREATE TABLE IF NOT EXISTS ${database}.${table.name}${onCluster('cluster')}`,
    `AS ${database}.${table.name}_local`,
    `ENGINE = Distributed('{cluster}', '${database}', '${table.name}_local', ${table.shardBy})`,
  ].join('\n');
}

function createView(view: ViewDefinition, dialect: Dialect, database: string): string {
  return [
    `CREATE MATERIALIZED VIEW IF NOT EXISTS ${database}.${view.name}${onCluster(dialect)}`,
    `TO ${database}.${view.to.name}${localSuffix(dialect)}`,
    `AS ${viewQuery(view, dialect, database)}`,
  ].join('\n');
}

function viewQuery(view: ViewDefinition, dialect: Dialect, database: string): string {
  return [
    'SELECT',
    columnList(view.select),
    `FROM ${database}.${view.from.name}${localSuffix(dialect)} AS ${view.from.name}`,
    ...(view.where === undefined ? [] : [`WHERE ${view.where}`]),
    `GROUP BY ${view.groupBy.join(', ')}`,
  ].join('\n');
}

const columnList = (select: Readonly<Record<string, string>>): string =>
  Object.entries(select)
    .map(([name, expression]) => `  ${expression} AS ${name}`)
    .join(',\n');

const localSuffix = (dialect: Dialect): string => (dialect === 'cluster' ? '_local' : '');

function addColumns(table: TableDefinition, migration: string, dialect: Dialect, database: string): string[] {
  const added = Object.entries(table.columns).filter(([, { addedIn }]) => addedIn === migration);
  return added.flatMap(([name, definition]) => {
    const clause = `ADD COLUMN IF NOT EXISTS ${renderColumn(name, definition)}`;
    return alterTable({ table, clause, changesColumns: true }, dialect, database);
  });
}

function alterTable({ table, clause, changesColumns }: Alteration, dialect: Dialect, database: string): string[] {
  if (dialect === 'embedded') return [`ALTER TABLE ${database}.${table.name} ${clause}`];
  const names = changesColumns ? [`${table.name}_local`, table.name] : [`${table.name}_local`];
  return names.map((name) => `ALTER TABLE ${database}.${name}${onCluster(dialect)} ${clause}`);
}

function renderColumn(name: string, { type, codec, computedAs, aliasFor }: ColumnDefinition): string {
  const value = computedAs === undefined ? [] : [`MATERIALIZED ${computedAs}`];
  const alias = aliasFor === undefined ? [] : [`ALIAS ${aliasFor}`];
  return [`\`${name}\``, type, ...value, ...alias, ...(codec ? [`CODEC(${codec})`] : [])].join(' ');
}

/** `ReplacingMergeTree(version)` becomes `ReplicatedReplacingMergeTree('<path>', '<replica>', version)`. */
function replicated(engine: TableDefinition['engine']): string {
  const [, name = engine, argument] = /^(\w+)(?:\((\w+(?:, \w+)*)\))?$/.exec(engine) ?? [];
  const place = ["'/clickhouse/tables/{shard}/{database}/{table}'", "'{replica}'"];
  return `Replicated${name}(${[...place, ...(argument ? [argument] : [])].join(', ')})`;
}

function onCluster(dialect: Dialect): string {
  return dialect === 'cluster' ? " ON CLUSTER '{cluster}'" : '';
}
