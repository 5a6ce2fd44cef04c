import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '@svc/test-servers';
import { recordEvent } from '@svc/work';
import { callerIn, startIntegrations, type IntegrationsServer } from '../testing/integrations-server.js';
import { Receiver } from '../testing/receiver.js';

describe('deliveries that are redriven by filters', () => {
  let server: IntegrationsServer;
  let receiver: Receiver;
  beforeAll(async () => {
    server = await startIntegrations();
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    await server.stop();
    await receiver.stop();
  });

  const answerWith = (status: number) => void (receiver.answer = (response) => response.writeHead(status).end());

  /** Two channels of one project, each with deliveries that their receiver has refused for good. */
  async function failedDeliveries(count: number) {
    const projectId = randomUUID();
    const channels: string[] = [];
    for (const name of ['one', 'two']) {
      const config = { url: receiver.url, secret: `whsec_${randomBytes(32).toString('base64')}` };
      const request = { type: 'webhook', name, config, events: ['issue.*'] };
      channels.push((await server.channels.create(request, callerIn(projectId))).id);
    }
    answerWith(400);
    const { client } = server.database.relational;
    for (let nth = 0; nth < count; nth++) {
      const event = {
        projectId,
        type: 'issue.new',
        subject: `issue/${nth}`,
        occurredAt: new Date(),
        data: { title: 't' },
      };
      await client.$transaction((tx) => recordEvent(tx, event as never));
    }
    const rows = (where: object = {}) =>
      client.delivery.findMany({ where: { projectId, ...where }, orderBy: { position: 'asc' } });
    const reach = (status: string, number: number) =>
      eventually(`${number} are ${status}`, async () => (await rows({ status })).length === number);
    await reach('failed', 2 * count);
    const redrive = (request: object, as = projectId) =>
      server.deliveries.redriveMany({ status: ['failed', 'dlq'], ...request }, callerIn(as));
    return { projectId, channels, rows, reach, redrive };
  }

  it('sends all that match by turns, each once, also if they fail again', async () => {
    const { channels, rows, reach, redrive } = await failedDeliveries(5);
    const [channel = ''] = channels;
    const first = await redrive({ channel, limit: 2 });
    assert.deepEqual([first.redriven, first.pagination?.hasMore], [2, true]);
    await reach('failed', 10);
    let [redriven, cursor] = [first.redriven, first.pagination?.nextCursor];
    while (cursor !== undefined) {
      const page = await redrive({ channel, limit: 2, cursor });
      redriven += page.redriven;
      cursor = page.pagination?.nextCursor;
    }
    assert.equal(redriven, 5);
    await reach('failed', 10);
    const counts = await rows();
    assert.ok(counts.every(({ channelId, redriveCount }) => redriveCount === (channelId === channel ? 1 : 0)));
    answerWith(200);
    assert.equal((await redrive({})).redriven, 10);
    await reach('sent', 10);
    assert.equal((await redrive({})).redriven, 0);
  });

  it('selects by status, channel, project and time of creation, and binds a cursor to them', async () => {
    const { channels, rows, redrive } = await failedDeliveries(2);
    const [oldest, , , latest] = await rows();
    assert.ok(oldest && latest);
    const at = (time: Date, ms = 0) => ({
      seconds: BigInt(Math.floor((time.getTime() + ms) / 1_000)),
      nanos: ((time.getTime() + ms) % 1_000) * 1_000_000,
    });
    for (const none of [
      { status: ['dlq'] },
      { channel: randomUUID() },
      { channel: 'no-id' },
      { endTime: at(oldest.createdAt) },
      { startTime: at(latest.createdAt, 1) },
    ])
      assert.deepEqual((await redrive(none)).redriven, 0, Object.keys(none).join());
    assert.equal((await redrive({}, randomUUID())).redriven, 0);
    const range = { startTime: at(oldest.createdAt), endTime: at(latest.createdAt, 1) };
    const { pagination } = await redrive({ ...range, limit: 1 });
    const cursor = pagination?.nextCursor ?? assert.fail();
    for (const other of [{}, { ...range, channel: channels[0] }, { ...range, status: ['failed'] }])
      await assert.rejects(redrive({ ...other, cursor }), { code: 'invalid_request' });
    const reversed = { startTime: range.endTime, endTime: range.startTime };
    await assert.rejects(redrive(reversed), { code: 'invalid_request' });
  });
});
