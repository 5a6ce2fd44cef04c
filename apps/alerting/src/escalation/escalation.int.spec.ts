import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { timestampFromDate, timestampMs, type Timestamp } from '@bufbuild/protobuf/wkt';
import { makeWorld, startResponse, type ResponseServer, type World } from '../testing/response-server.js';

const at = (text: string): Timestamp => timestampFromDate(new Date(text));
const time = (moment: Timestamp | undefined): string =>
  new Date(timestampMs(moment ?? at(''))).toISOString().slice(11, 16);

describe('escalation policies', () => {
  let server: ResponseServer;
  let world: World;
  let ada: string;
  let scheduleId: string;
  beforeAll(async () => {
    server = await startResponse('2026-05-06T12:00:00Z');
    world = await makeWorld(server.relational);
    ada = await world.addMember('Ada');
    scheduleId = await makeSchedule([ada, await world.addMember('Grace')]);
  });
  afterAll(() => server.stop());

  const makeSchedule = async (users: string[], startAt = at('2026-05-04T08:00:00Z')) => {
    const layers = [{ name: 'day', users, rotationLength: '1d', startAt }];
    return (await server.schedules.create({ name: 'Primary', layers }, world.as())).id;
  };
  const makeChannel = async (isEnabled = true) => {
    const createdAt = new Date();
    const data = {
      projectId: world.projectId,
      type: 'email',
      name: randomUUID(),
      config: {},
      timeZone: 'UTC',
      isEnabled,
    };
    const { client } = server.relational;
    return (await client.channel.create({ data: { ...data, createdBy: 'k', createdAt, updatedAt: createdAt } })).id;
  };
  const create = (levels: object[], more: object = {}) =>
    server.escalation.create({ name: 'Checkout', levels, ...more }, world.as());

  it('creates policies with defaults, and reads, replaces and deletes them', async () => {
    const created = await create([{ level: 1, users: [ada] }]);
    assert.deepEqual(
      [created.maxEscalations, created.ackTimeout, created.levels[0]?.delay, created.version],
      [3, undefined, '5m', 1n],
    );
    const at1 = { policyId: created.id, expectedVersion: 1n };
    const body = { name: 'B', levels: [{ level: 1, delay: '1h', schedules: [scheduleId] }], ackTimeout: '30m' };
    const replaced = await server.escalation.update({ ...at1, ...body }, world.as());
    assert.deepEqual([replaced.version, replaced.ackTimeout, replaced.levels[0]?.users], [2n, '30m', []]);
    await assert.rejects(server.escalation.update({ ...at1, ...body }, world.as()), { code: 'version_conflict' });
    await assert.rejects(server.escalation.delete(at1, world.as()), { code: 'version_conflict' });
    const { escalationPolicies } = await server.escalation.list({}, world.as());
    assert.deepEqual(escalationPolicies, [replaced]);
    await server.escalation.delete({ policyId: created.id }, world.as());
    await assert.rejects(server.escalation.get({ policyId: created.id }, world.as()), { code: 'not_found' });
  });

  it('reports invalid policies by field', async () => {
    const other = await makeWorld(server.relational);
    const stranger = await other.addMember('Eve');
    const refused: [object[], object, string][] = [
      [[{ level: 2, users: [ada] }], {}, 'levels[0].level'],
      [
        [
          { level: 1, users: [ada] },
          { level: 1, users: [ada] },
        ],
        {},
        'levels[1].level',
      ],
      [[{ level: 1 }], {}, 'levels[0]'],
      [[{ level: 1, delay: '30s', users: [ada] }], {}, 'levels[0].delay'],
      [[{ level: 1, delay: '25h', users: [ada] }], {}, 'levels[0].delay'],
      [[{ level: 1, delay: 'soon', users: [ada] }], {}, 'levels[0].delay'],
      [[{ level: 1, users: [ada, stranger] }], {}, 'levels[0].users[1]'],
      [[{ level: 1, schedules: [randomUUID()] }], {}, 'levels[0].schedules[0]'],
      [[{ level: 1, channels: ['x'] }], {}, 'levels[0].channels[0]'],
      [[{ level: 1, users: [ada] }], { ackTimeout: '8d' }, 'ack_timeout'],
    ];
    for (const [levels, more, path] of refused)
      await assert.rejects(create(levels, more), (error: Error) => error.message.startsWith(`${path}:`), path);
  });

  it('prevents the deletion of schedules that a policy refers to', async () => {
    const id = await makeSchedule([ada]);
    const policy = await create([{ level: 1, schedules: [id] }]);
    await assert.rejects(
      server.schedules.delete({ scheduleId: id }, world.as()),
      (error: Error & { code?: string }) => {
        assert.ok(error.code === 'state_conflict' && error.message.includes(policy.id));
        return true;
      },
    );
    await server.escalation.update(
      { policyId: policy.id, name: 'x', levels: [{ level: 1, users: [ada] }] },
      world.as(),
    );
    await server.schedules.delete({ scheduleId: id }, world.as());
  });

  it('of another project are the same 404', async () => {
    const { id } = await create([{ level: 1, users: [ada] }]);
    const other = (await makeWorld(server.relational)).as();
    for (const policyId of [id, randomUUID(), 'x']) {
      await assert.rejects(server.escalation.get({ policyId }, other), { code: 'not_found' });
      await assert.rejects(server.escalation.dryRun({ policyId }, other), { code: 'not_found' });
      await assert.rejects(server.escalation.delete({ policyId }, other), { code: 'not_found' });
    }
  });

  it('reports in a dry run who would be paged when, and which levels reach no user', async () => {
    const tony = await world.addMember('Tony');
    const empty = await makeSchedule([ada], at('2030-01-01T00:00:00Z'));
    const [channel, disabled] = [await makeChannel(), await makeChannel(false)];
    const policy = await create(
      [
        { level: 1, delay: '10m', schedules: [scheduleId] },
        { level: 2, delay: '5m', users: [tony], schedules: [empty] },
        { level: 3, delay: '20m', users: [ada], schedules: [scheduleId], channels: [channel, disabled] },
      ],
      { maxEscalations: 2, ackTimeout: '30m' },
    );
    await world.removeMember(tony);
    const run = (more: object = {}) =>
      server.escalation.dryRun({ policyId: policy.id, at: at('2026-05-06T07:55:00Z'), ...more }, world.as());
    const { steps, endedAt, endReason } = await run();
    assert.deepEqual(
      steps.map((step) => [
        time(step.at),
        step.round,
        step.level,
        step.reason,
        step.users.map(({ name }) => name).join(),
      ]),
      [
        // Ada hands over to Grace at 08:00 on the second day, and Grace to Ada on the third.
        ['07:55', 1, 1, 'opened', 'Grace'],
        ['08:05', 1, 2, 'delay', ''],
        ['08:05', 1, 3, 'empty_level', 'Ada'],
        ['08:25', 2, 1, 'delay', 'Ada'],
        ['08:35', 2, 2, 'delay', ''],
        ['08:35', 2, 3, 'empty_level', 'Ada'],
      ],
    );
    assert.deepEqual([time(endedAt), endReason], ['08:55', 'exhausted']);
    assert.deepEqual(
      steps[1]?.missed.map(({ type, reason }) => [type, reason]),
      [
        ['user', 'member_left'],
        ['schedule', 'no_one_on_call'],
      ],
    );
    assert.deepEqual([steps[2]?.channels, steps[2]?.missed[0]?.reason], [[channel], 'channel_disabled']);
    const acknowledged = await run({ acknowledgedAt: at('2026-05-06T08:00:00Z') });
    assert.deepEqual(
      acknowledged.steps.slice(0, 2).map((step) => [time(step.at), step.reason]),
      [
        ['07:55', 'opened'],
        ['08:30', 'ack_timeout'],
      ],
    );
    await assert.rejects(run({ acknowledgedAt: at('2026-05-06T07:00:00Z') }), { code: 'invalid_request' });
  });

  it('describes members who cannot be paged in the policy and in its dry run, and goes on at once', async () => {
    const unverified = { type: 'email', value: 'a@example.com' } as const;
    const [bare, doubtful, mobile] = [
      await world.addMember('Bare', []),
      await world.addMember('Doubtful', [unverified]),
      await world.addMember('Mobile', [{ type: 'sms', value: '+4915112345678' }]),
    ];
    const policy = await create([
      { level: 1, delay: '5m', users: [bare, doubtful, mobile], channels: [await makeChannel(false)] },
      { level: 2, delay: '1m', users: [ada] },
    ]);
    const reasons = [
      'Bare has no contact method.',
      'The e-mail address of Doubtful is not verified.',
      'The project has no enabled channel for the contact methods of Mobile.',
    ];
    assert.deepEqual(
      policy.warnings.slice(0, 3),
      reasons.map((reason) => `Level 1: ${reason}`),
    );
    assert.match(policy.warnings[3] ?? '', /^Level 1: The channel .* is disabled\.$/);
    assert.equal(policy.warnings[4], 'Level 1 reaches nobody now, so the next level follows at once.');
    const read = await server.escalation.get({ policyId: policy.id }, world.as());
    assert.deepEqual(read.warnings, policy.warnings);
    const { steps } = await server.escalation.dryRun({ policyId: policy.id }, world.as());
    const [first, second] = steps;
    assert.deepEqual(
      [first?.users, first?.missed.map(({ reason }) => reason)],
      [[], ['no_contact_method', 'contact_not_verified', 'no_channel', 'channel_disabled']],
    );
    assert.deepEqual(
      first?.missed.slice(0, 3).map(({ summary }) => summary),
      reasons,
    );
    assert.deepEqual([second?.reason, second?.at, second?.pass, second?.round], ['empty_level', first?.at, 1, 1]);
    assert.deepEqual((await create([{ level: 1, users: [ada] }])).warnings, []);
    assert.equal((await create([{ level: 1, users: [bare] }])).warnings[0], 'The policy reaches nobody now.');
  });
});
