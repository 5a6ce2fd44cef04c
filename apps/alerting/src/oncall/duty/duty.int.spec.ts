import assert from 'node:assert/strict';
import { timestampFromDate, type Timestamp } from '@bufbuild/protobuf/wkt';
import { makeWorld, startResponse, type ResponseServer, type World } from '../../testing/response-server.js';

const NOW = '2026-05-06T12:00:00Z';
const at = (text: string): Timestamp => timestampFromDate(new Date(text));

describe('repeated reads of who is on duty', () => {
  let server: ResponseServer;
  let world: World;
  beforeAll(async () => {
    server = await startResponse(NOW);
    world = await makeWorld(server.relational);
  });
  afterAll(() => server.stop());

  const layers = (users: readonly string[]) => [
    { name: 'week', users: [...users], rotationLength: '1w', startAt: at('2026-05-04T08:00:00Z') },
  ];
  const create = async (users: readonly string[]): Promise<string> =>
    (await server.schedules.create({ name: 'Primary', layers: layers(users) }, world.as())).id;
  const names = async (scheduleId: string): Promise<string[]> => {
    const { users, next } = await server.schedules.now({ scheduleId }, world.as());
    return [...users, ...next].map(({ name }) => name);
  };

  it('follows every change, including those by other processes', async () => {
    const { client } = server.relational;
    const [ada, grace, tony] = [
      await world.addMember('Ada'),
      await world.addMember('Grace'),
      await world.addMember('Tony'),
    ];
    const scheduleId = await create([ada, grace]);
    for (let times = 0; times < 2; times++) assert.deepEqual(await names(scheduleId), ['Ada', 'Grace']);

    const span = { start: at('2026-05-06T11:00:00Z'), end: at('2026-05-06T13:00:00Z') };
    const { id: overrideId } = await server.overrides.create({ scheduleId, userId: tony, ...span }, world.as());
    assert.deepEqual(await names(scheduleId), ['Tony', 'Ada']);
    await server.overrides.delete({ overrideId }, world.as());
    assert.deepEqual(await names(scheduleId), ['Ada', 'Grace']);

    await client.user.update({ where: { id: ada }, data: { name: 'Ada L.' } });
    assert.deepEqual(await names(scheduleId), ['Ada L.', 'Grace']);
    await world.removeMember(grace);
    assert.deepEqual(await names(scheduleId), ['Ada L.']);

    // Another process writes the version and the layers; this one gets no notice.
    const [row] = await client.oncallSchedule.findMany({ where: { id: scheduleId } });
    const stored = (row?.layers as object[]).map((layer) => ({ ...layer, users: [tony] }));
    await client.oncallSchedule.update({ where: { id: scheduleId }, data: { layers: stored, version: 2 } });
    assert.deepEqual(await names(scheduleId), ['Tony']);
    await server.schedules.update({ scheduleId, name: 'Primary', layers: layers([ada, tony]) }, world.as());
    assert.deepEqual(await names(scheduleId), ['Tony', 'Ada L.']);
    await server.schedules.delete({ scheduleId }, world.as());
    await assert.rejects(names(scheduleId), { code: 'not_found' });
  });

  it('names users of a schedule with more of them than are read beforehand', async () => {
    const users = await Promise.all(Array.from({ length: 120 }, (_, nth) => world.addMember(`User ${nth}`)));
    const [base, week] = [layers(users.slice(60)), layers(users.slice(0, 60))];
    const both = [...base.map((layer) => ({ ...layer, name: 'base' })), ...week];
    const { id: scheduleId } = await server.schedules.create({ name: 'Primary', layers: both }, world.as());
    for (let times = 0; times < 2; times++) assert.deepEqual(await names(scheduleId), ['User 0', 'User 1']);
  });

  it('answers 404 to another project that knows the ID', async () => {
    const scheduleId = await create([await world.addMember('Barbara')]);
    assert.deepEqual(await names(scheduleId), ['Barbara']);
    const other = (await makeWorld(server.relational)).as();
    await assert.rejects(server.schedules.now({ scheduleId }, other), { code: 'not_found' });
  });
});
