import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ON_CLUSTER, once as insertOnce } from '../statement-settings.js';
import {
  clusterStatements,
  onThisNode,
  openClusterEngine,
  withoutKeeper,
  type ClusterEngine,
} from '../testing/cluster-engine.js';
import { renderDeletion } from './render.js';

const DAY = "toDateTime64('2026-11-20 10:00:00', 9)";
/** A span that a client sent; every column that is not named has its default. */
const span = (trace: string, service: string): string =>
  `(1, 30, ${DAY}, 1000, unhex('${trace.repeat(32)}'), unhex('${trace.repeat(16)}'), toFixedString('', 8), 'GET /', 2, '${service}')`;
const INSERT_SPANS =
  'INSERT INTO spans (project_number, retention_days, timestamp, duration_ns, trace_id, span_id, parent_span_id, name, kind, service_name) VALUES';

describe('the schema of a cluster', () => {
  let cluster: ClusterEngine;
  beforeAll(async () => {
    cluster = await openClusterEngine(1);
  });
  afterAll(() => cluster[Symbol.asyncDispose]());

  const settings = (more: object = {}): ReadonlyMap<string, string> =>
    new Map(Object.entries({ ...ON_CLUSTER, ...more }).map(([name, value]) => [name, String(value)]));
  const run = async (sql: string, more: object = {}, database = 'svc'): Promise<string> =>
    (await cluster.engine.run(sql, { database, settings: settings(more), parameters: new Map() })).toString().trim();

  it('consists of statements that the engine understands', async () => {
    for (const sql of clusterStatements('svc')) await run(`EXPLAIN AST ${sql}`, {}, 'default');
  });

  it('creates replicated tables, with a Keeper', async () => {
    const child = fork(join(import.meta.dirname, '../testing/replicated-schema.process.js'));
    try {
      const [{ engines, failure }] = (await once(child, 'message')) as [{ engines?: string[]; failure?: string }];
      assert.equal(failure, undefined);
      const others = engines?.filter(
        (engine) => !/^(Replicated\w*MergeTree|Distributed|MaterializedView)$/.test(engine),
      );
      assert.deepEqual(others, []);
    } finally {
      child.kill('SIGKILL');
    }
  });

  describe('on one shard without replication', () => {
    beforeAll(async () => {
      for (const sql of clusterStatements('svc')) await run(withoutKeeper(sql), {}, 'default');
    });

    it('creates the schema again after a crash', async () => {
      for (const sql of clusterStatements('svc')) await run(withoutKeeper(sql), {}, 'default');
    });

    it('stores a block once under its token, in the distributed table and in the tables that its views fill', async () => {
      const block = `${INSERT_SPANS} ${span('a', 'shop')}, ${span('b', 'shop')}`;
      for (let attempt = 0; attempt < 3; attempt += 1) await run(block, insertOnce('range/spans'));
      assert.equal(await run('SELECT count() FROM spans'), '2');
      assert.equal(await run('SELECT sum(span_count) FROM trace_summaries'), '2');
      assert.equal(await run('SELECT sum(calls) FROM service_minutes'), '2');
      await run(block, insertOnce('another range/spans'));
      assert.equal(await run('SELECT count() FROM spans'), '4');
    });

    it('reads a join of two distributed tables, which servers refuse by default', async () => {
      await run(`${INSERT_SPANS} ${span('c', 'checkout')}`, insertOnce('c/spans'));
      const ofSummaries =
        "SELECT count() FROM spans WHERE trace_id IN (SELECT trace_id FROM trace_summaries WHERE has(services, 'checkout'))";
      assert.equal(await run(ofSummaries), '1');
    });

    it('deletes rows on every node', async () => {
      const deletion = renderDeletion('spans', "project_number = 1 AND service_name = 'checkout'", 'cluster');
      await run(onThisNode(deletion));
      assert.equal(await run("SELECT count() FROM spans WHERE service_name = 'checkout'"), '0');
    });
  });
});
