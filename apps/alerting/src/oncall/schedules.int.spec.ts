import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { timestampFromDate, timestampFromMs, timestampMs, type Timestamp } from '@bufbuild/protobuf/wkt';
import { makeWorld, startResponse, type ResponseServer, type World } from '../testing/response-server.js';

const NOW = '2026-05-06T12:00:00Z';
const at = (text: string): Timestamp => timestampFromDate(new Date(text));
const iso = (time: Timestamp | undefined): string | undefined => time && new Date(timestampMs(time)).toISOString();

describe('on-call schedules', () => {
  let server: ResponseServer;
  let world: World;
  let ada: string;
  let grace: string;
  beforeAll(async () => {
    server = await startResponse(NOW);
    world = await makeWorld(server.relational);
    [ada, grace] = [await world.addMember('Ada'), await world.addMember('Grace')];
  });
  afterAll(() => server.stop());

  const layer = (users: string[], more: object = {}) => ({
    name: 'week',
    users,
    rotationLength: '1w',
    startAt: at('2026-05-04T08:00:00Z'),
    ...more,
  });
  const create = (users = [ada, grace], more: object = {}) =>
    server.schedules.create({ name: 'Primary', timeZone: 'Europe/Berlin', layers: [layer(users, more)] }, world.as());

  it('creates, reads, replaces and deletes schedules', async () => {
    const restrictions = [
      { type: 'weekly', startDay: 'friday', startTime: '18:00', endDay: 'monday', endTime: '08:00' },
    ];
    const created = await create([ada, grace], { handoffTime: '10:00', concurrency: 2, restrictions });
    assert.deepEqual(await server.schedules.get({ scheduleId: created.id }, world.as()), created);
    assert.deepEqual(
      [created.timeZone, created.version, created.layers[0]?.handoffTime, created.layers[0]?.concurrency],
      ['Europe/Berlin', 1n, '10:00', 2],
    );
    const body = { scheduleId: created.id, name: 'Secondary', timeZone: '', layers: [layer([ada])] };
    const replaced = await server.schedules.update({ ...body, expectedVersion: 1n }, world.as());
    assert.deepEqual([replaced.name, replaced.timeZone, replaced.version], ['Secondary', 'UTC', 2n]);
    const stale = { ...body, expectedVersion: 1n };
    await assert.rejects(server.schedules.update(stale, world.as()), { code: 'version_conflict' });
    const remove = { scheduleId: created.id, expectedVersion: 1n };
    await assert.rejects(server.schedules.delete(remove, world.as()), { code: 'version_conflict' });
    await server.schedules.delete({ scheduleId: created.id }, world.as());
    await assert.rejects(server.schedules.get({ scheduleId: created.id }, world.as()), { code: 'not_found' });
  });

  it('warns of members on duty whom pages cannot reach, and why', async () => {
    const own = await makeWorld(server.relational);
    const users = [
      await own.addMember('None', []),
      await own.addMember('Unverified', [{ type: 'email', value: 'a@example.com' }]),
      await own.addMember('Number', [{ type: 'sms', value: '+4915112345678' }]),
      await own.addMember('Reachable'),
    ];
    const body = { name: 'Primary', layers: [layer(users, { concurrency: 4 })] };
    const { id: scheduleId } = await server.schedules.create(body, own.as());
    const now = await server.schedules.now({ scheduleId }, own.as());
    assert.equal(now.users.length, 4);
    assert.deepEqual(
      now.warnings.map(({ userId, kind, summary }) => [userId, kind, summary]),
      [
        [users[0], 'no_contact_method', 'None has no contact method.'],
        [users[1], 'contact_not_verified', 'The e-mail address of Unverified is not verified.'],
        [users[2], 'no_channel', 'The project has no enabled channel for the contact methods of Number.'],
      ],
    );
  });

  it('reports users who are not members and unknown time zones by field', async () => {
    const stranger = await (await makeWorld(server.relational)).addMember('Eve');
    for (const user of [stranger, randomUUID(), 'nobody'])
      await assert.rejects(create([ada, user]), {
        details: [{ path: 'layers[0].users[1]', reason: 'must be the ID of a member' }],
      });
    for (const timeZone of ['Mars/Base', '+02:00', 'UTC; x'])
      await assert.rejects(server.schedules.create({ name: 'x', timeZone, layers: [layer([ada])] }, world.as()), {
        code: 'invalid_request',
      });
  });

  it('answers 404 for objects of another project in every operation', async () => {
    const { id: scheduleId } = await create();
    const other = (await makeWorld(server.relational)).as();
    const span = { start: at(NOW), end: at('2026-05-07T12:00:00Z') };
    for (const id of [scheduleId, randomUUID(), 'x', '']) {
      for (const operation of [
        () => server.schedules.get({ scheduleId: id }, other),
        () => server.schedules.now({ scheduleId: id }, other),
        () => server.schedules.preview({ scheduleId: id }, other),
        () => server.schedules.delete({ scheduleId: id }, other),
        () => server.schedules.update({ scheduleId: id, name: 'x', layers: [layer([ada])] }, other),
        () => server.overrides.list({ scheduleId: id }, other),
        () => server.overrides.create({ scheduleId: id, userId: ada, ...span }, other),
        () => server.overrides.delete({ overrideId: id }, other),
      ])
        await assert.rejects(operation, { code: 'not_found' });
    }
    assert.deepEqual((await server.schedules.list({}, other)).schedules, []);
  });

  it('reports who is on duty, until when, and who follows', async () => {
    const { id: scheduleId } = await create();
    const override = { scheduleId, userId: grace, start: at('2026-05-06T11:00:00Z'), end: at('2026-05-06T13:00:00Z') };
    const { id: overrideId } = await server.overrides.create(override, world.as());
    const state = await server.schedules.now({ scheduleId }, world.as());
    assert.deepEqual(
      [...state.users, ...state.next].map(({ name, layer: by, source, until }) => [name, by, source, iso(until)]),
      [
        ['Grace', '', 'override', '2026-05-06T13:00:00.000Z'],
        ['Ada', 'week', 'layer', '2026-05-11T08:00:00.000Z'],
      ],
    );
    assert.deepEqual([state.gap, iso(state.at)], [false, '2026-05-06T12:00:00.000Z']);
    const later = await server.schedules.now({ scheduleId, at: at('2026-05-11T08:00:00Z') }, world.as());
    assert.deepEqual(
      later.users.map(({ userId }) => userId),
      [grace],
    );
    const before = await server.schedules.now({ scheduleId, at: at('2026-05-01T00:00:00Z') }, world.as());
    assert.deepEqual([before.gap, before.users.length, before.next[0]?.userId], [true, 0, ada]);
    await server.overrides.delete({ overrideId }, world.as());
    const { users } = await server.schedules.now({ scheduleId }, world.as());
    assert.deepEqual(
      users.map(({ userId }) => userId),
      [ada],
    );
  });

  it('keeps the user on duty until the next hand-off when the users change', async () => {
    const { id: scheduleId } = await create();
    await server.schedules.update({ scheduleId, name: 'Primary', layers: [layer([grace])] }, world.as());
    const { users, next } = await server.schedules.now({ scheduleId }, world.as());
    assert.deepEqual([users[0]?.userId, next[0]?.userId], [ada, grace]);
  });

  it('reports a gap with a warning, not an error, for users who left', async () => {
    const tony = await world.addMember('Tony');
    const { id: scheduleId } = await create([tony, grace]);
    await world.removeMember(tony);
    const state = await server.schedules.now({ scheduleId }, world.as());
    assert.deepEqual(
      [state.gap, state.users, state.warnings[0]?.userId, state.warnings[0]?.kind],
      [true, [], tony, 'member_left'],
    );
    assert.equal(state.next[0]?.userId, grace);
    const span = { start: at('2026-05-01T00:00:00Z'), end: at('2026-05-31T00:00:00Z') };
    const preview = await server.schedules.preview({ scheduleId, ...span }, world.as());
    assert.deepEqual(
      preview.gaps.map(({ start, reason }) => [iso(start)?.slice(0, 10), reason]),
      [
        ['2026-05-01', 'uncovered'],
        ['2026-05-04', 'member_left'],
        ['2026-05-18', 'member_left'],
      ],
    );
  });

  it('previews shifts, double bookings and their distribution', async () => {
    const project = await makeWorld(server.relational);
    const [one, two] = [await project.addMember('One'), await project.addMember('Two')];
    const make = (name: string, users: string[]) =>
      server.schedules.create({ name, layers: [layer(users)] }, project.as());
    const { id: scheduleId } = await make('A', [one, two]);
    const other = await make('B', [two]);
    const span = { start: at('2026-05-04T08:00:00Z'), end: at('2026-05-18T08:00:00Z') };
    const preview = await server.schedules.preview({ scheduleId, ...span }, project.as());
    assert.deepEqual(
      preview.shifts.map(({ name, start, end }) => [name, iso(start)?.slice(0, 10), iso(end)?.slice(0, 10)]),
      [
        ['One', '2026-05-04', '2026-05-11'],
        ['Two', '2026-05-11', '2026-05-18'],
      ],
    );
    assert.deepEqual(
      preview.overlaps.map(({ userId, scheduleId: id, start }) => [userId, id, iso(start)?.slice(0, 10)]),
      [[two, other.id, '2026-05-11']],
    );
    assert.deepEqual(
      preview.fairness.map(({ hours, nights, weekends, shifts }) => [hours, nights, weekends, shifts]),
      [
        [168, 7, 1, 1],
        [168, 7, 1, 1],
      ],
    );
    for (const [end, path] of [
      [span.start, 'end'],
      [timestampFromMs(timestampMs(span.start) + 93 * 86_400_000), 'end'],
    ] as const)
      await assert.rejects(
        server.schedules.preview({ scheduleId, start: span.start, end }, project.as()),
        (error: Error) => error.message.startsWith(path),
      );
  });

  it('refuses overrides that end before they start, have ended, are too long or name users who are not members', async () => {
    const { id: scheduleId } = await create();
    const good = { scheduleId, userId: ada, start: at(NOW), end: at('2026-05-07T12:00:00Z') };
    for (const [more, path] of [
      [{ end: good.start }, 'end'],
      [{ start: at('2026-05-01T00:00:00Z'), end: at('2026-05-02T00:00:00Z') }, 'end'],
      [{ end: at('2027-06-01T00:00:00Z') }, 'end'],
      [{ userId: randomUUID() }, 'user_id'],
      [{ start: at('1990-01-01T00:00:00Z') }, 'start'],
    ] as const)
      await assert.rejects(server.overrides.create({ ...good, ...more }, world.as()), (error: Error) =>
        error.message.startsWith(`${path}:`),
      );
    const { id } = await server.overrides.create(good, world.as());
    const { overrides } = await server.overrides.list({ scheduleId }, world.as());
    assert.deepEqual(
      overrides.map((override) => override.id),
      [id],
    );
  });
});
