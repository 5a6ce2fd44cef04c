import assert from 'node:assert/strict';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { escalationBench, responses } from '../../testing/escalation-bench.js';
import { failingRelational, KilledError } from '../../testing/failing-relational.js';
import { escalationEntries, listPages, storePolicy } from '../../testing/pages.js';
import { makeWorld, type World } from '../../testing/response-server.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LEASE_MS = 15_000;

describe('the escalation engine when it is interrupted', () => {
  let database: TemporaryDatabase;
  let world: World;
  let users: string[];
  beforeAll(async () => {
    database = await startTemporaryDatabase({ poolSize: 20 });
    world = await makeWorld(database.relational);
    users = [await world.addMember('Ada'), await world.addMember('Grace')];
  });
  afterAll(() => database.stop());

  /** Two levels, five minutes apart, passed twice. */
  const store = (more: object = {}) =>
    storePolicy(
      database.relational,
      world.projectId,
      users.map((user) => ({ delay: '5m', users: [user] })),
      { maxEscalations: 2, ...more },
    );
  const levels = async (id: string): Promise<string[]> =>
    (await listPages(database.relational, id)).map(({ run, pass, level }) => `${run}.${pass}.${level}`);

  it('takes every step exactly once, whichever statement the process dies before', async () => {
    const clock = { nowMs: Date.parse('2026-05-06T12:00:00Z') };
    const failing = failingRelational(database.relational);
    const bench = escalationBench(failing.relational, clock);
    const { open, acknowledge } = responses(escalationBench(database.relational, clock), world.projectId);
    const policy = await store({ ackTimeout: '30m' });
    /** Runs what is due, with the death of one process before each of the statements that it takes. */
    const runWithDeaths = async (id: string): Promise<number> => {
      for (let statements = 0; ; statements += 1) {
        const before = await levels(id);
        failing.left = statements;
        await bench.engine.runDue();
        const died = failing.left < 0;
        failing.left = Infinity;
        if (!died) return statements;
        assert.deepEqual(await levels(id), before, `died before statement ${statements + 1}`);
        // The lease of the process that died.
        clock.nowMs += LEASE_MS;
      }
    };
    const incident = await open(policy);
    let tried = await runWithDeaths(incident.id);
    clock.nowMs += 5 * MINUTE;
    tried += await runWithDeaths(incident.id);
    await acknowledge(incident);
    clock.nowMs += 30 * MINUTE;
    tried += await runWithDeaths(incident.id);
    for (const _ of ['1.2', '2.1', '2.2', 'end']) {
      clock.nowMs += 5 * MINUTE;
      tried += await runWithDeaths(incident.id);
    }
    assert.ok(tried > 30, `${tried} deaths`);
    assert.deepEqual(await levels(incident.id), ['1.1.1', '1.1.2', '2.1.1', '2.1.2', '2.2.1', '2.2.2']);
    assert.equal((await escalationEntries(database.relational, incident.id)).at(-1), 'exhausted');
    const entries = await database.relational.client.incidentEntry.findMany({ where: { incidentId: incident.id } });
    const { lastSeq } = await database.relational.client.incident.findUniqueOrThrow({ where: { id: incident.id } });
    assert.equal(BigInt(entries.length), lastSeq);
  });

  it('neither starts nor stops an escalation in a transition that is rolled back', async () => {
    const clock = { nowMs: Date.parse('2026-05-07T12:00:00Z') };
    const failing = failingRelational(database.relational);
    const bench = escalationBench(database.relational, clock);
    const dying = responses(escalationBench(failing.relational, clock), world.projectId);
    const incident = await responses(bench, world.projectId).open(await store());
    await bench.engine.runDue();
    for (let statements = 0; ; statements += 1) {
      failing.left = statements;
      const done = await dying.acknowledge(incident).catch((error: unknown) => error);
      failing.left = Infinity;
      if (!(done instanceof KilledError)) break;
      const running = await bench.running.find(world.projectId, `incident/${incident.id}`);
      assert.equal(running?.state, 'running', `died before statement ${statements + 1}`);
    }
    assert.equal((await bench.running.find(world.projectId, `incident/${incident.id}`))?.state, 'acknowledged');
  });

  it('skips and repeats no level when the clock jumps, and waits no longer than the remaining delay', async () => {
    const clock = { nowMs: Date.parse('2026-05-08T12:00:00Z') };
    const bench = escalationBench(database.relational, clock);
    const run = async () => {
      while ((await bench.engine.runDue()) > 0);
    };
    const { id } = await responses(bench, world.projectId).open(await store());
    await run();
    clock.nowMs += 3 * HOUR;
    await run();
    assert.deepEqual(await levels(id), ['1.1.1', '1.1.2'], 'forward: the next level, whose delay begins now');
    clock.nowMs += MINUTE - 3 * HOUR;
    await run();
    clock.nowMs += 4 * MINUTE;
    await run();
    assert.deepEqual(await levels(id), ['1.1.1', '1.1.2'], 'back: the whole delay counts from when the jump was seen');
    clock.nowMs += MINUTE;
    await run();
    assert.deepEqual(await levels(id), ['1.1.1', '1.1.2', '1.2.1']);
  });

  it('pages once if several engines run at the same time', async () => {
    const clock = { nowMs: Date.parse('2026-05-09T12:00:00Z') };
    const benches = [1, 2, 3].map(() => escalationBench(database.relational, clock));
    const [first] = benches;
    assert.ok(first);
    const policy = await store();
    const incidents = [];
    for (let index = 0; index < 60; index += 1) incidents.push(await responses(first, world.projectId).open(policy));
    for (const _ of ['1.1', '1.2']) {
      await Promise.all(
        benches.map(async ({ engine }) => {
          while ((await engine.runDue()) > 0);
        }),
      );
      clock.nowMs += 5 * MINUTE;
    }
    for (const { id } of incidents) assert.deepEqual(await levels(id), ['1.1.1', '1.1.2']);
  });

  it('pages no user after an acknowledgement was accepted, however close the step was', async () => {
    const clock = { nowMs: Date.parse('2026-05-10T12:00:00Z') };
    const [engine, people] = [escalationBench(database.relational, clock), escalationBench(database.relational, clock)];
    const { open, acknowledge } = responses(people, world.projectId);
    const policy = await store();
    const incidents = [];
    for (let index = 0; index < 40; index += 1) incidents.push(await open(policy));
    const acknowledging = incidents.toReversed().map(async (incident) => {
      for (;;) {
        const answer = await acknowledge(incident).catch((error: Error & { retryAfterSeconds?: number }) => error);
        if (!(answer instanceof Error)) return;
        if (answer.retryAfterSeconds === undefined) throw answer;
      }
    });
    await Promise.all([engine.engine.runDue(), ...acknowledging]);
    clock.nowMs += HOUR;
    await engine.engine.runDue();
    const { client } = database.relational;
    let paged = 0;
    for (const { id } of incidents) {
      const pages = await listPages(database.relational, id);
      const withdrawal = await client.notificationWithdrawal.findFirstOrThrow({ where: { subject: `incident/${id}` } });
      assert.ok(pages.length <= 1 && pages.every(({ position }) => position < withdrawal.position));
      const kinds = await escalationEntries(database.relational, id);
      assert.deepEqual(kinds, ['started', ...pages.map(() => 'level_notified 1.1 opened'), 'stopped acknowledged']);
      paged += pages.length;
    }
    assert.ok(paged <= incidents.length);
  });
});
