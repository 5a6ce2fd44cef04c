import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import fc from 'fast-check';
import { escalationBench, responses, type EscalationBench } from '../../testing/escalation-bench.js';
import { escalationEntries, listPages, storePolicy } from '../../testing/pages.js';
import { makeWorld, type World } from '../../testing/response-server.js';
import { escalationSteps, type EscalationPlan } from '../plan/escalation-plan.js';

const MINUTE = 60_000;
const START = Date.parse('2026-05-06T12:00:00Z');

describe('the escalation of an incident', () => {
  let database: TemporaryDatabase;
  let world: World;
  let bench: EscalationBench;
  let ada: string;
  let grace: string;
  const clock = { nowMs: START };
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    world = await makeWorld(database.relational);
    bench = escalationBench(database.relational, clock);
    [ada, grace] = [await world.addMember('Ada'), await world.addMember('Grace')];
  });
  afterAll(() => database.stop());

  const store = (...args: Parameters<typeof storePolicy> extends [unknown, unknown, ...infer Rest] ? Rest : never) =>
    storePolicy(database.relational, world.projectId, ...args);
  const inProject = () => responses(bench, world.projectId);
  /** Lets time pass in steps of a minute, as the engine sees it. */
  const pass = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute <= minutes; minute += 1) {
      while ((await bench.engine.runDue()) > 0);
      if (minute < minutes) clock.nowMs += MINUTE;
    }
  };
  const brief = async (id: string, since: number) =>
    (await listPages(database.relational, id)).map(
      ({ atMs, run, pass: round, level, users }) =>
        `${(atMs - since) / MINUTE}: ${run}.${round}.${level} ${users.map((user) => (user === ada ? 'Ada' : 'Grace')).join()}`,
    );

  it('pages level by level as often as the policy says, and is exhausted after the last delay', async () => {
    const policy = await store(
      [
        { delay: '5m', users: [ada] },
        { delay: '10m', users: [grace] },
      ],
      { maxEscalations: 2 },
    );
    const since = clock.nowMs;
    const { id } = await inProject().open(policy);
    await pass(31);
    assert.deepEqual(await brief(id, since), ['0: 1.1.1 Ada', '5: 1.1.2 Grace', '15: 1.2.1 Ada', '20: 1.2.2 Grace']);
    assert.deepEqual(await escalationEntries(database.relational, id), [
      'started',
      'level_notified 1.1 opened',
      'level_notified 1.2 delay',
      'level_notified 2.1 delay',
      'level_notified 2.2 delay',
      'exhausted',
    ]);
  });

  it('leaves a level that reaches no user at once, including one whose only member has left', async () => {
    const tony = await world.addMember('Tony');
    const policy = await store([{ users: [tony] }, { users: [grace] }]);
    await world.removeMember(tony);
    const since = clock.nowMs;
    const { id } = await inProject().open(policy);
    await pass(0);
    assert.deepEqual(await brief(id, since), ['0: 1.1.2 Grace']);
    assert.deepEqual((await escalationEntries(database.relational, id)).slice(1), [
      'no_one_oncall 1.1 opened',
      'level_notified 1.2 empty_level',
    ]);
  });

  it('leaves a level whose members have no usable contact method at once, and records why', async () => {
    const bare = await world.addMember('Bare', []);
    const policy = await store([{ users: [bare] }, { users: [bare, grace] }]);
    const since = clock.nowMs;
    const { id } = await inProject().open(policy);
    await pass(0);
    assert.deepEqual(await brief(id, since), ['0: 1.1.2 Grace']);
    const entries = await database.relational.client.incidentEntry.findMany({
      where: { incidentId: id, kind: 'notification_failed' },
      orderBy: { seq: 'asc' },
    });
    assert.deepEqual(
      entries.map(({ data }) => (data as { summary: string }).summary),
      ['Level 1: Bare has no contact method.', 'Level 2: Bare has no contact method.'],
    );
    assert.deepEqual((await escalationEntries(database.relational, id)).slice(1), [
      'no_one_oncall 1.1 opened',
      'level_notified 1.2 empty_level',
    ]);
  });

  it('keeps the policy as it was when it started', async () => {
    const policy = await store([{ users: [ada] }, { users: [grace] }]);
    const since = clock.nowMs;
    const { id } = await inProject().open(policy);
    await pass(0);
    await database.relational.client.escalationPolicy.delete({ where: { id: policy } });
    await pass(6);
    assert.deepEqual(await brief(id, since), ['0: 1.1.1 Ada', '5: 1.1.2 Grace']);
  });

  it('stops at an acknowledgement, a resolution and a deletion, and withdraws requested pages', async () => {
    const policy = await store([{ users: [ada] }, { users: [grace] }], { maxEscalations: 3 });
    const { open, acknowledge, resolve, remove } = inProject();
    for (const [reason, stop] of [
      ['acknowledged', acknowledge],
      ['resolved', resolve],
      ['deleted', remove],
    ] as const) {
      const incident = await open(policy);
      await pass(1);
      await stop(incident);
      await pass(30);
      const [page, ...more] = await listPages(database.relational, incident.id);
      const withdrawal = await database.relational.client.notificationWithdrawal.findFirst({
        where: { subject: `incident/${incident.id}` },
      });
      assert.deepEqual([more, page && withdrawal && withdrawal.position > page.position], [[], true], reason);
      assert.equal((await escalationEntries(database.relational, incident.id)).at(-1), `stopped ${reason}`);
    }
  });

  it('opens the incident again when its acknowledgement times out, and pages from level 1', async () => {
    const policy = await store([{ users: [ada] }, { users: [grace] }], { ackTimeout: '30m' });
    const since = clock.nowMs;
    const { open, acknowledge, resolve } = inProject();
    const incident = await open(policy);
    await pass(1);
    await acknowledge(incident);
    await pass(36);
    assert.deepEqual(await brief(incident.id, since), ['0: 1.1.1 Ada', '31: 2.1.1 Ada', '36: 2.1.2 Grace']);
    const reopened = await bench.incidents.find(world.projectId, incident.id);
    assert.deepEqual([reopened?.state, reopened?.reopenCount, reopened?.version], ['open', 1, 3n]);
    await resolve({ id: incident.id, version: 3n });
    await pass(60);
    assert.equal((await listPages(database.relational, incident.id)).length, 3);
  });

  it('starts again with the current policy when the incident is reopened, and never after a resolution', async () => {
    const policy = await store([{ users: [ada] }], { ackTimeout: '5m', maxEscalations: 1 });
    const { open, acknowledge, resolve, reopen } = inProject();
    const since = clock.nowMs;
    const resolved = await resolve(await acknowledge(await open(policy)));
    await pass(20);
    assert.deepEqual(await brief(resolved.id, since), []);
    await reopen(resolved);
    await pass(0);
    assert.deepEqual(await brief(resolved.id, since), ['20: 2.1.1 Ada']);
  });

  it('takes the same steps as the plan of the policy', async () => {
    const level = fc.record({ minutes: fc.integer({ min: 1, max: 30 }), isEmpty: fc.boolean() });
    const policies = fc.sample(
      fc.record({
        levels: fc.array(level, { minLength: 1, maxLength: 4 }),
        maxEscalations: fc.integer({ min: 1, max: 3 }),
        acknowledgedAfter: fc.option(fc.integer({ min: 0, max: 60 })),
        ackTimeout: fc.option(fc.integer({ min: 1, max: 40 })),
      }),
      6,
    );
    for (const { levels, maxEscalations, acknowledgedAfter, ackTimeout } of policies) {
      const targets = levels.map(({ minutes, isEmpty }) => ({
        delay: `${minutes}m`,
        users: [isEmpty ? randomUUID() : ada],
      }));
      const policyId = await store(targets, {
        maxEscalations,
        ackTimeout: ackTimeout === null ? null : `${ackTimeout}m`,
      });
      const since = clock.nowMs;
      const { open, acknowledge } = inProject();
      const incident = await open(policyId);
      if (acknowledgedAfter === null) await pass(400);
      else {
        if (acknowledgedAfter > 0) await pass(acknowledgedAfter - 1);
        if (acknowledgedAfter > 0) clock.nowMs += MINUTE;
        // The engine has not processed this minute yet: an event counts before a level at the same time.
        await acknowledge(incident);
        await pass(400);
      }
      const planned = finish(
        escalationSteps(
          {
            delaysMs: levels.map(({ minutes }) => minutes * MINUTE),
            maxEscalations,
            ...(ackTimeout !== null && { ackTimeoutMs: ackTimeout * MINUTE }),
          },
          (number) => ({ isEmpty: levels[number - 1]?.isEmpty === true }),
          since,
          acknowledgedAfter === null ? [] : [{ at: since + acknowledgedAfter * MINUTE, kind: 'acknowledged' }],
        ),
      );
      assert.deepEqual(
        (await listPages(database.relational, incident.id)).map(({ atMs, pass: round, level: number }) => [
          atMs,
          round,
          number,
        ]),
        planned.steps.filter(({ isEmpty }) => !isEmpty).map(({ at, round, level: number }) => [at, round, number]),
      );
    }
  });
});

function finish<Reached>(steps: Generator<void, EscalationPlan<Reached>>): EscalationPlan<Reached> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
