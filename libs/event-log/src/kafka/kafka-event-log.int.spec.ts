import assert from 'node:assert/strict';
import { eventually, kafkaForTests, skipOrFail } from '@svc/test-servers';
import { Kafka, logLevel } from 'kafkajs';
import { eventLogConformance } from '../conformance.js';
import { dataKeyConformance } from '../sealed/data-keys.conformance.js';
import { KafkaEventLog } from './kafka-event-log.js';

const kafka = await kafkaForTests();

if (typeof kafka === 'string') {
  skipOrFail('the Kafka event log', kafka);
} else {
  const open = (): Promise<KafkaEventLog> =>
    Promise.resolve(new KafkaEventLog({ brokers: kafka.brokers, partitions: 4 }));
  eventLogConformance('Kafka', () => Promise.resolve({ open, stop: () => Promise.resolve() }));
  dataKeyConformance('Kafka', () => Promise.resolve({ open, stop: () => Promise.resolve() }));

  describe('the position of a group', () => {
    const admin = new Kafka({ brokers: kafka.brokers, logLevel: logLevel.NOTHING }).admin();
    const topic = 'positions';
    const groupId = `g.${topic}`;
    beforeAll(async () => {
      await admin.connect();
      await admin.createTopics({ waitForLeaders: true, topics: [{ topic, numPartitions: 2 }] });
      await admin.setOffsets({ groupId, topic, partitions: [{ partition: 0, offset: '7' }] });
    });
    afterAll(async () => {
      await admin.disconnect();
      await kafka.stop();
    });

    // A coordinator that has just taken over may answer requests of older versions with stale positions, or none.
    it('requests the position with a version that includes everything that was acknowledged', async () => {
      const versions: number[] = [];
      admin.on(admin.events.REQUEST, ({ payload: { apiName, apiVersion } }) => {
        if (apiName === 'OffsetFetch') versions.push(apiVersion);
      });
      const [answer] = await admin.fetchOffsets({ groupId, topics: [topic] });
      assert.deepEqual(
        answer?.partitions.toSorted((a, b) => a.partition - b.partition),
        [
          { partition: 0, offset: '7', metadata: null },
          { partition: 1, offset: '-1', metadata: null },
        ],
      );
      assert.deepEqual(versions, [7]);
    });

    it('does not report the position as missing while other topics are being created', async () => {
      const log = await open();
      // A busy broker may refuse the question for seconds, while it elects leaders of the others; it must not answer it wrongly.
      const committed = (): Promise<number[]> =>
        eventually('the broker answers', async () =>
          (await log.lag(topic, 'g')).map(({ committedOffset }) => committedOffset),
        );
      for (let round = 0; round < 20; round++) {
        const others = Array.from({ length: 4 }, (_, i) => log.ensureTopic(`other-${round}-${i}`));
        const [one, another] = await Promise.all([committed(), committed(), ...others]);
        assert.deepEqual(
          [one, another],
          [
            [7, 0],
            [7, 0],
          ],
        );
      }
      await log.close();
    });
  });
}
