import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import ICAL from 'ical.js';
import { makeWorld, startResponse, type ResponseServer, type World } from '../testing/response-server.js';

describe('a calendar feed', () => {
  let server: ResponseServer;
  let world: World;
  beforeAll(async () => {
    server = await startResponse('2026-05-06T12:00:00Z');
    world = await makeWorld(server.relational);
  });
  afterAll(() => server.stop());

  const read = async (path: string): Promise<string> => {
    const token = /svc_cal_[\w-]{43}/.exec(path)?.[0] ?? '';
    const { content } = await server.feeds.read({ tokenSha256: createHash('sha256').update(token).digest() });
    return content;
  };
  const events = (content: string) =>
    new ICAL.Component(ICAL.parse(content) as unknown[]).getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component);
      return {
        uid: event.uid,
        summary: event.summary,
        start: event.startDate.toJSDate().toISOString(),
        isUtc: event.startDate.zone === ICAL.Timezone.utcTimezone,
      };
    });

  it('contains the shifts of one user in UTC, with stable IDs', async () => {
    const [ada, grace] = [await world.addMember('Ada'), await world.addMember('Grace')];
    const startAt = timestampFromDate(new Date('2026-05-04T08:00:00Z'));
    const layers = [{ name: 'week, first', users: [ada, grace], rotationLength: '1w', startAt }];
    await server.schedules.create({ name: 'Primary; on-call', timeZone: 'Asia/Kathmandu', layers }, world.as());
    const { path } = await server.calendars.create({}, world.as(ada));
    const before = events(await read(path));
    assert.deepEqual(
      before.slice(0, 2).map(({ summary, start, isUtc }) => [summary, start, isUtc]),
      [
        ['On-call: Primary; on-call', '2026-05-04T08:00:00.000Z', true],
        ['On-call: Primary; on-call', '2026-05-18T08:00:00.000Z', true],
      ],
    );
    server.clock.nowMs += 31 * 86_400_000;
    const after = events(await read(path));
    const known = new Map(before.map(({ uid, start }) => [start, uid]));
    const common = after.filter(({ start }) => known.has(start));
    assert.ok(common.length > 5);
    for (const { uid, start } of common) assert.equal(uid, known.get(start));
  });

  it('ends when it is replaced or deleted, and with the membership', async () => {
    const tony = await world.addMember('Tony');
    const first = await server.calendars.create({}, world.as(tony));
    const second = await server.calendars.create({}, world.as(tony));
    await assert.rejects(read(first.path), { code: 'not_found' });
    assert.deepEqual(events(await read(second.path)), []);
    await world.removeMember(tony);
    await assert.rejects(read(second.path), { code: 'not_found' });
    await server.calendars.delete({}, world.as(tony));
    await assert.rejects(server.calendars.delete({}, world.as(tony)), { code: 'not_found' });
  });

  it('requires a user, and refuses a key that belongs to no user', async () => {
    await assert.rejects(server.calendars.create({}, world.as()), { code: 'state_conflict' });
  });
});
