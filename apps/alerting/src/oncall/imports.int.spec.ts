import assert from 'node:assert/strict';
import { timestampMs, type Timestamp } from '@bufbuild/protobuf/wkt';
import { makeWorld, startResponse, type ResponseServer, type World } from '../testing/response-server.js';

const NOW = '2026-05-06T12:00:00Z';
const iso = (time: Timestamp | undefined): string | undefined => time && new Date(timestampMs(time)).toISOString();

/** Weeks of three people, and nights of one of them at the same time. */
const opsgenie = (people: readonly string[], more: object = {}): string =>
  JSON.stringify({
    data: {
      name: 'Ops',
      timezone: 'Europe/Berlin',
      rotations: [
        {
          id: 'r1',
          name: 'Weeks',
          type: 'weekly',
          startDate: '2026-05-04T08:00:00Z',
          participants: people.map((username) => ({ type: 'user', username })),
        },
      ],
    },
    overrides: {
      data: [
        {
          user: { type: 'user', username: people[1] },
          rotations: [{ id: 'r1' }],
          startDate: '2026-05-07T00:00:00Z',
          endDate: '2026-05-08T00:00:00Z',
        },
      ],
    },
    ...more,
  });

const calendar = (names: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    ...names.flatMap((name, nth) => [
      'BEGIN:VEVENT',
      `UID:${nth}`,
      `SUMMARY:${name}`,
      `DTSTART;TZID=Europe/Berlin:2026050${4 + nth}T080000`,
      'DURATION:P1D',
      `RRULE:FREQ=DAILY;INTERVAL=${names.length}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n');

describe('the import of on-call schedules', () => {
  let server: ResponseServer;
  let world: World;
  const ids: Record<string, string> = {};
  const addresses: Record<string, string> = {};
  beforeAll(async () => {
    server = await startResponse(NOW);
    world = await makeWorld(server.relational);
    for (const name of ['Ada', 'Grace', 'Twin', 'Twin']) {
      const id = await world.addMember(name);
      const { email } = await server.relational.client.user.findUniqueOrThrow({ where: { id } });
      ids[name] = id;
      addresses[name] = email;
    }
  });
  afterAll(() => server.stop());

  const send = (body: object, own = world) => server.schedules.import({ from: 'opsgenie', ...body }, own.as());
  const people = (): string[] => [addresses['Ada'] ?? '', (addresses['Grace'] ?? '').toUpperCase(), 'eve@example.com'];
  const count = async (own: World): Promise<number> => (await server.schedules.list({}, own.as())).schedules.length;

  it('creates the schedules with their overrides, and has the people on duty whom the preview showed', async () => {
    const own = await makeWorld(server.relational);
    const [ada, grace] = [await own.addMember('Ada'), await own.addMember('Grace')];
    const document = opsgenie(['Ada', 'Grace']);
    const planned = await send({ document, dryRun: true }, own);
    assert.deepEqual([planned.dryRun, planned.schedules[0]?.schedule?.id, await count(own)], [true, '', 0]);
    const imported = await send({ document }, own);
    const [{ schedule, overrideCount, shifts, start, end } = assert.fail()] = imported.schedules;
    assert.deepEqual(
      [imported.schedules.length, schedule?.name, schedule?.timeZone, overrideCount],
      [1, 'Ops', 'Europe/Berlin', 1],
    );
    assert.deepEqual([iso(start), iso(end)], ['2026-05-06T12:00:00.000Z', '2026-05-20T12:00:00.000Z']);
    assert.deepEqual(
      imported.people.map(({ person, userId, name, matchedBy, path }) => [person, userId, name, matchedBy, path]),
      [
        ['Ada', ada, 'Ada', 'name', 'data.rotations[0].participants[0]'],
        ['Grace', grace, 'Grace', 'name', 'data.rotations[0].participants[1]'],
      ],
    );
    assert.deepEqual(
      shifts.map((shift) => [shift.userId, shift.source, iso(shift.start)?.slice(0, 13)]),
      [
        [ada, 'layer', '2026-05-06T12'],
        [grace, 'override', '2026-05-07T00'],
        [ada, 'layer', '2026-05-08T00'],
        [grace, 'layer', '2026-05-11T08'],
        [ada, 'layer', '2026-05-18T08'],
      ],
    );
    assert.deepEqual(planned.schedules[0]?.shifts, shifts);
    assert.deepEqual(planned.report, imported.report);
    assert.ok(
      imported.report.every(({ outcome }) => outcome === 'kept'),
      JSON.stringify(imported.report),
    );
    const scheduleId = schedule?.id ?? '';
    const stored = await server.schedules.preview(
      { scheduleId, ...(start && { start }), ...(end && { end }) },
      own.as(),
    );
    assert.deepEqual(
      stored.shifts.map((shift) => [shift.userId, shift.source, iso(shift.start)]),
      shifts.map((shift) => [shift.userId, shift.source, iso(shift.start)]),
    );
    assert.deepEqual(await server.schedules.get({ scheduleId }, own.as()), schedule);
  });

  it('refuses people who match no member by their places, and stores nothing', async () => {
    const before = await count(world);
    await assert.rejects(send({ document: opsgenie(people()) }), {
      code: 'invalid_request',
      details: [{ path: 'data.rotations[0].participants[2]', reason: 'names a person who matches no member' }],
    });
    await assert.rejects(send({ from: 'ical', document: calendar([addresses['Ada'] ?? '', 'Twin', 'Mallory']) }), {
      details: [
        { path: 'line 9', reason: 'names a person whose name several members have' },
        { path: 'line 16', reason: 'names a person who matches no member' },
      ],
    });
    assert.equal(await count(world), before);
  });

  it('keeps the turns of people who match no member in a dry run, under their names', async () => {
    const { schedules, people: found } = await send({ document: opsgenie(people()), dryRun: true });
    assert.deepEqual(
      found.map(({ userId, matchedBy }) => [userId, matchedBy]),
      [
        [ids['Ada'], 'email'],
        [ids['Grace'], 'email'],
        [undefined, 'none'],
      ],
    );
    const eve = schedules[0]?.shifts.find(({ name }) => name === 'eve@example.com');
    assert.deepEqual([eve?.userId, iso(eve?.start)], ['', '2026-05-18T08:00:00.000Z']);
    assert.deepEqual(schedules[0]?.gaps, []);
  });

  it('leaves people out on request, and says so', async () => {
    const own = { document: opsgenie(people()), leaveOutUnmatched: true };
    const { schedules, report } = await send(own);
    assert.deepEqual(schedules[0]?.schedule?.layers[0]?.users, [ids['Ada'], ids['Grace']]);
    const [first] = report;
    assert.deepEqual(
      [first?.what, first?.outcome, first?.path],
      ['eve@example.com', 'dropped', 'data.rotations[0].participants[2]'],
    );
    const none = await send({ document: opsgenie(['x', 'y']), leaveOutUnmatched: true });
    assert.deepEqual(none.schedules, []);
  });

  it('takes members for people by a mapping, and refuses one that means nothing', async () => {
    const mapping = { person: 'eve@example.com', user: addresses['Twin'] ?? '' };
    const { schedules, people: found } = await send({ document: opsgenie(people()), people: [mapping] });
    assert.deepEqual(schedules[0]?.schedule?.layers[0]?.users.at(-1), ids['Twin']);
    assert.equal(found.at(-1)?.matchedBy, 'mapping');
    const refused: [object, string][] = [
      [{ person: 'eve@example.com', user: 'nobody' }, 'people[0].user'],
      [{ person: 'eve', user: ids['Ada'] }, 'people[0].person'],
    ];
    for (const [wrong, path] of refused)
      await assert.rejects(
        send({ document: opsgenie(people()), people: [wrong] }),
        (error: { details: { path: string }[] }) => error.details[0]?.path === path,
      );
    const stranger = await (await makeWorld(server.relational)).addMember('Eve');
    const foreign = { person: 'eve@example.com', user: stranger };
    await assert.rejects(send({ document: opsgenie(people()), people: [foreign] }), { code: 'invalid_request' });
  });

  it('stores all schedules of a document or none', async () => {
    const own = await makeWorld(server.relational);
    const ada = await own.addMember('Ada');
    const document = calendar(Array.from({ length: 5 }, () => 'Ada'))
      .replaceAll('INTERVAL=5', 'INTERVAL=1')
      .replaceAll('DURATION:P1D', 'DURATION:P2D');
    const many = JSON.stringify({
      schedules: Array.from({ length: 60 }, (_, nth) => ({
        name: `Team ${nth}`,
        time_zone: 'UTC',
        schedule_layers: [
          {
            name: 'all',
            start: NOW,
            rotation_virtual_start: NOW,
            rotation_turn_length_seconds: 86_400,
            users: [{ user: { summary: 'Ada' } }],
          },
        ],
      })),
    });
    assert.equal((await send({ from: 'pagerduty', document: many }, own)).schedules.length, 60);
    await assert.rejects(send({ from: 'pagerduty', document: many }, own), { code: 'quota_exceeded' });
    assert.equal(await count(own), 60);
    const { schedules } = await send({ from: 'ical', document }, own);
    assert.ok(schedules.length > 0 && schedules.every(({ shifts }) => shifts.every(({ userId }) => userId === ada)));
  });

  it('counts the parts that a report has no room for', async () => {
    const lines = Array.from({ length: 2_100 }, (_, nth) => `X-${nth}:1`);
    const document = calendar(['Ada']).replace('DURATION:P1D', ['DURATION:P1D', ...lines].join('\r\n'));
    const { report } = await send({ from: 'ical', document, dryRun: true });
    assert.equal(report.length, 2_001);
    assert.match(report.at(-1)?.why ?? '', /, and 10\d follow/);
  });

  it('lets the later one of two overrides win, as the document has them', async () => {
    const own = await makeWorld(server.relational);
    await own.addMember('Ada');
    const [grace, bob] = [await own.addMember('Grace'), await own.addMember('Bob')];
    const span = { rotations: [{ id: 'r1' }], startDate: '2026-05-07T00:00:00Z', endDate: '2026-05-08T00:00:00Z' };
    const overrides = ['Grace', 'Bob', 'Grace', 'Bob'].map((username) => ({ ...span, user: { username } }));
    const document = opsgenie(['Ada', 'Grace'], { overrides: { data: overrides } });
    const { schedules } = await send({ document }, own);
    const scheduleId = schedules[0]?.schedule?.id ?? '';
    const at = schedules[0]?.shifts.find(({ source }) => source === 'override');
    const { users } = await server.schedules.now({ scheduleId, ...(at?.start && { at: at.start }) }, own.as());
    assert.deepEqual([at?.userId, users[0]?.userId, bob !== grace], [bob, bob, true]);
  });

  it('refuses documents by their fields, and large ones, while others are answered', async () => {
    await assert.rejects(send({ from: 'pagerduty', document: '{"schedule":{"time_zone":"Mars/Base"}}' }), {
      details: [{ path: 'schedule.time_zone', reason: 'must be an IANA time zone such as Europe/Berlin' }],
    });
    await assert.rejects(send({ document: 'x'.repeat(600 * 1024) }), { code: 'invalid_request' });
    const rotation = { type: 'hourly', startDate: NOW, participants: [{ username: 'a' }, { username: 'b' }] };
    const rotations = Array.from({ length: 40 }, () => rotation);
    const data = Array.from({ length: 4 }, () => ({ name: 'x', timezone: 'America/New_York', rotations }));
    const costly = send({ document: JSON.stringify({ data }), dryRun: true }).then(
      () => 'answered',
      () => 'refused',
    );
    const others = await Promise.all(Array.from({ length: 5 }, () => count(world)));
    assert.equal(others.length, 5);
    assert.ok(['answered', 'refused'].includes(await costly));
  });
});
