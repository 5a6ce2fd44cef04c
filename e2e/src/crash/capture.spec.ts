import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Topology } from '@svc/testing';
import { startTopology, topologyKind } from '../topology.js';
import { drained } from './ledger.js';

const KILLS = 4;
const PER_REQUEST = 20;
const LIMITS = { timeoutMs: 60_000, maxRowsToRead: 1e8, maxResultRows: 1e6, maxMemoryBytes: 1e9 };

describe(`${KILLS} kills of who receives and stores captured events`, () => {
  let topology: Topology;
  before(async () => {
    topology = await startTopology(topologyKind());
  });
  after(() => topology.stop());

  it('lose nothing that was acknowledged and double nothing', async (t) => {
    const acknowledged: string[] = [];
    const sent = new Set<string>();
    let isOver = false;
    const send = async (worker: number): Promise<void> => {
      for (let n = 0; !isOver; n++) {
        const ids = Array.from({ length: PER_REQUEST }, (_, i) => `${worker}-${n}-${i}`);
        for (const id of ids) sent.add(id);
        const events = ids.map((id) => ({
          event: 'survived',
          distinct_id: `d${worker}`,
          message_id: id,
          set: { last: id },
        }));
        const answer = await fetch(`${topology.ingestUrl}/api/v1/capture`, {
          method: 'POST',
          headers: { 'x-svc-api-key': topology.apiKey },
          body: JSON.stringify({ events }),
        }).then(
          async (response) => ({ status: response.status, text: await response.text() }),
          () => undefined,
        );
        if (answer?.status === 200) acknowledged.push(...ids);
        else await pause(50);
      }
    };
    const workers = [1, 2, 3, 4].map(send);
    for (let i = 0; i < KILLS; i++) {
      await pause(700 + i * 150);
      const name =
        topology.kind === 'standalone'
          ? 'standalone'
          : [...topology.processes.keys()].find((key) => key.startsWith('ingest'));
      const victim = topology.processes.get(name ?? '');
      assert.ok(victim, 'there is somebody to kill');
      await victim.kill();
      victim.start();
      await topology.ready(60_000);
    }
    await pause(500);
    isOver = true;
    await Promise.all(workers);
    await drained(topology);
    t.diagnostic(`${acknowledged.length} acknowledged of ${sent.size} sent`);
    assert.ok(acknowledged.length > 1000, 'there was load');
    await topology.inspect(async (store) => {
      const rows = await store.query<{ id: string; n: string }>({
        sql: "SELECT message_id AS id, count() AS n FROM events WHERE event = 'survived' GROUP BY id",
        limits: LIMITS,
      });
      const stored = new Map(rows.map(({ id, n }) => [id, Number(n)]));
      assert.deepEqual(
        acknowledged.filter((id) => !stored.has(id)),
        [],
        'lost',
      );
      assert.deepEqual(
        [...stored].filter(([id, n]) => n > 1 || !sent.has(id)),
        [],
        'doubled or strange',
      );
      const [names] = await store.query<{ n: string }>({
        sql: 'SELECT sum(count) AS n FROM event_names_daily',
        limits: LIMITS,
      });
      const [usage] = await store.query<{ n: string }>({
        sql: "SELECT sum(items) AS n FROM usage_hours WHERE signal = 'events' AND outcome = 'stored'",
        limits: LIMITS,
      });
      assert.deepEqual(
        [Number(names?.n), Number(usage?.n)],
        [stored.size, stored.size],
        'what is counted beside the rows agrees',
      );
    });
  });
});
