import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { kafkaForTests, skipOrFail } from '@svc/test-servers';
import { KafkaEventLog } from './kafka-event-log.js';

const kafka = await kafkaForTests();
const MIB = 1024 * 1024;
const LIMIT_MS = 20;
/** A collection of garbage can fall into any measurement, so the least of a few counts. */
const ATTEMPTS = 5;

if (typeof kafka === 'string') {
  skipOrFail('the event loop of a producer of Kafka', kafka);
} else {
  describe('the event loop of a producer of Kafka', () => {
    const log = new KafkaEventLog({ brokers: kafka.brokers, partitions: 1 });
    afterAll(async () => {
      await log.close();
      await kafka.stop();
    });

    it.each([
      { name: 'a record of 16 MiB', records: 1, bytes: 16 * MIB },
      { name: 'a thousand records of 4 KiB', records: 1_000, bytes: 4 * 1024 },
    ])('is held for at most 20 ms of CPU time by $name', async ({ records, bytes }) => {
      const value = randomBytes(bytes);
      const append = () => log.append('held', { key: 'key', value, headers: { name: 'value' } });
      await append();
      const held: number[] = [];
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        held.push(await longestTurnMs(() => Promise.all(Array.from({ length: records }, append))));
      }
      assert.ok(Math.min(...held) < LIMIT_MS, `held for ${held.map((ms) => ms.toFixed(1)).join(', ')} ms`);
    });
  });
}

/** Returns the longest CPU time of this thread between two turns of its event loop while the work runs, in milliseconds. */
async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = process.threadCpuUsage();
  let isOver = false;
  const measure = (): void => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, now.user + now.system - last.user - last.system);
    last = now;
    if (!isOver) setImmediate(measure);
  };
  setImmediate(measure);
  await work();
  isOver = true;
  measure();
  return longest / 1_000;
}
