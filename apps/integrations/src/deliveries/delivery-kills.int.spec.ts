import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { eventually, pace, randomForTests, rounds, temporaryDirectories } from '@svc/test-servers';
import { requestNotification, type Subject } from '@svc/work';
import { ChannelSecrets } from '../channel-types/channel-secrets.js';
import { KEY_RING } from '../testing/integrations.js';
import { Receiver } from '../testing/receiver.js';

const KILLS = rounds(2);
/** Enough that some of them are left after the last kill. */
const SUBJECTS = 30 * KILLS;
/** Enough that no receiver gets more than its limits let go. */
const PROJECTS = 10 * KILLS;
/** Events of each subject, in this order. */
const EVENTS = ['alert.firing', 'alert.acknowledged', 'alert.firing', 'alert.acknowledged', 'alert.resolved'] as const;
/** A lease of a minute expires after two seconds. */
const SPEED = 30;

describe('deliveries of a process that is killed at random', () => {
  const temporaryDirectory = temporaryDirectories();
  let database: TemporaryDatabase;
  let receiver: Receiver;
  let child: ChildProcess | undefined;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    await kill();
    await receiver.stop();
    await database.stop();
  });

  const start = async (): Promise<void> => {
    const fixture = path.join(import.meta.dirname, '../testing/integrations-process.fixture.js');
    const socket = path.join(await temporaryDirectory(), 'rpc.sock');
    child = spawn(process.execPath, [fixture, database.url, String(SPEED), socket], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout ?? child, 'data');
  };
  const kill = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };

  it('loses no delivery, keeps the order, and repeats deliveries only with the same ID', async () => {
    const { client } = database.relational;
    const channels = Array.from({ length: PROJECTS }, () => ({ projectId: randomUUID(), id: randomUUID() }));
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    await client.channel.createMany({
      data: channels.map(({ projectId, id }) => ({
        id,
        projectId,
        type: 'webhook',
        name: 'Ops',
        ...new ChannelSecrets(KEY_RING).seal(id, 'webhook', { url: receiver.url, secret }),
        events: [],
        timeZone: 'UTC',
        isEnabled: true,
        createdBy: 'k',
        createdAt: new Date(),
        updatedAt: new Date(),
      })),
    });
    const subjects = Array.from({ length: SUBJECTS }, (_, nth) => ({
      subject: `alert/${randomUUID()}` as Subject,
      channel: channels[nth % PROJECTS] ?? assert.fail(),
    }));
    for (const [nth, type] of EVENTS.entries())
      await client.$transaction(
        async (tx) => {
          for (const { subject, channel } of subjects)
            await requestNotification(tx, {
              projectId: channel.projectId,
              dedupeKey: `${subject} ${nth}`,
              type,
              subject,
              occurredAt: new Date(),
              content: { title: 'Latency', severity: 'critical', nth },
              urgency: 'critical',
              channelIds: [channel.id],
              userIds: [],
              onlyWhileWanted: false,
            });
        },
        { timeout: 60_000 },
      );
    const random = randomForTests();
    for (let nth = 0; nth < KILLS; nth++) {
      const before = receiver.received.length;
      await start();
      await eventually('some are sent', () => receiver.received.length > before);
      await pace(random() * 100);
      await kill();
    }
    await start();
    const count = SUBJECTS * EVENTS.length;
    await eventually(
      'all are sent',
      async () => (await client.delivery.count({ where: { status: 'sent' } })) === count,
    );
    assert.equal(await client.delivery.count(), count);
    const arrivals = receiver.received.map(({ headers, body }) => {
      const { data } = JSON.parse(body) as { data: { nth: number; dedupe_key: string } };
      return { id: String(headers['webhook-id']), nth: data.nth, key: data.dedupe_key };
    });
    const idsByKey = Map.groupBy(arrivals, ({ key }) => key);
    assert.equal(idsByKey.size, count);
    for (const [key, repeats] of idsByKey) assert.equal(new Set(repeats.map(({ id }) => id)).size, 1, key);
    for (const [subject, inOrder] of Map.groupBy(arrivals, ({ key }) => key.split(' ', 1)[0] ?? ''))
      assert.deepEqual(
        inOrder.map(({ nth }) => nth),
        inOrder.map(({ nth }) => nth).toSorted(),
        subject,
      );
  });
});
