import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '@svc/service-error';
import { eventually, KafkaBroker, settle, skipOrFail } from '@svc/test-servers';
import type { Batch } from '../port.js';
import { KafkaEventLog } from './kafka-event-log.js';

const broker = await KafkaBroker.start().catch((error: Error) => error);
/** Many times the interval of heartbeats, and more than a busy machine is late. */
const SESSION_MS = 4_000;
const bounds = { maxBytes: 1e6, maxRecords: 1000, maxWaitMs: 100, from: 'earliest' as const };

if (broker instanceof Error) {
  skipOrFail('the Kafka event log in an outage', broker.message);
} else {
  describe('the Kafka event log in an outage', () => {
    const log = new KafkaEventLog({ brokers: broker.brokers, partitions: 2, sessionTimeoutMs: SESSION_MS });
    afterAll(async () => {
      await log.close();
      await broker.stop();
    });

    it('rejects appends as unavailable while the broker is down, and resumes appends and consumers afterwards', async () => {
      const batches: Batch[] = [];
      const consumer = await log.consume({ topic: 'outage', group: 'g', ...bounds }, keep(batches));
      await append('outage', 0, 10);
      const hasUncommitted = async () =>
        (await log.lag('outage', 'g')).some((lag) => lag.committedOffset < lag.endOffset);
      await eventually('the first records are committed', async () => !(await hasUncommitted()));
      await broker.kill();
      await assert.rejects(append('outage', 10, 1), isUnavailable);
      await assert.rejects(log.check(), isUnavailable);
      await broker.restart();
      await eventually('an append succeeds', () =>
        append('outage', 11, 1).then(
          () => true,
          () => false,
        ),
      );
      await append('outage', 12, 8);
      await log.check();
      await eventually('the records after the outage', () => read(batches).includes(19));
      await consumer.stop();
      const seen = read(batches);
      assert.equal(new Set(seen).size, seen.length, 'nothing twice');
      // The failed record may or may not be stored; every acknowledged one must be.
      assert.deepEqual(
        seen.filter((n) => n !== 10).toSorted((a, b) => a - b),
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19],
      );
    });

    it('resumes a follower long before the session of a consumer ends, without losing or repeating records', async () => {
      await append('followed', 0, 10);
      const patient = new KafkaEventLog({ brokers: broker.brokers, partitions: 2, sessionTimeoutMs: 60_000 });
      const ending = new AbortController();
      const from = new Map([0, 1].map((partition) => [partition, 0]));
      const seen: number[] = [];
      const following = (async () => {
        for await (const { records } of patient.follow({ topic: 'followed', from, signal: ending.signal }))
          seen.push(...records.map(({ value }) => Number(Buffer.from(value).toString())));
      })();
      await eventually('the existing records', () => seen.length === 10);
      await broker.kill();
      await broker.restart();
      await append('followed', 10, 10);
      await eventually('the later records', () => seen.length >= 20);
      ending.abort();
      await following;
      await patient.close();
      assert.deepEqual(
        seen.toSorted((a, b) => a - b),
        [...Array(20).keys()],
      );
    });

    it('delivers the range of a consumer killed in its handler unchanged to the next owner', async () => {
      await append('handled', 0, 40);
      const planned = await killWhileHandling('handled', 2);
      await append('handled', 40, 40);
      const batches: Batch[] = [];
      const consumer = await log.consume({ topic: 'handled', group: 'g', ...bounds }, keep(batches));
      await eventually('all records', () => read(batches).length === 80);
      await consumer.stop();
      const replayed = batches.filter((batch) => batch.replayed);
      const ranges = replayed.map((batch) => `${batch.partition} ${batch.firstOffset} ${batch.lastOffset}`);
      assert.deepEqual(ranges.toSorted(), planned.toSorted());
    });

    it('does not disturb a handler that outlives its session and keeps its partition during a rebalance', async () => {
      const release = Promise.withResolvers<void>();
      const batches: Batch[] = [];
      const group = { topic: 'slow', group: 'g', ...bounds };
      await append('slow', 0, 20);
      const consumer = await log.consume(group, async (batch) => {
        batches.push(batch);
        await release.promise;
      });
      await eventually('both partitions are assigned', () => read(batches).length === 20);
      const joining = log.consume(group, keep(batches));
      await settle('the handler must not lose its partition', 1.25 * SESSION_MS);
      release.resolve();
      const second = await joining;
      await append('slow', 20, 20);
      await eventually('the records after the rebalance', () => read(batches).length >= 40);
      await Promise.all([consumer.stop(), second.stop()]);
      assert.deepEqual(
        read(batches).toSorted((a, b) => a - b),
        [...Array(40).keys()],
      );
    });

    function append(topic: string, from: number, count: number) {
      return Promise.all(
        Array.from({ length: count }, (_, i) =>
          log.append(topic, { key: `k${i}`, value: Buffer.from(String(from + i)), headers: {} }),
        ),
      );
    }

    async function killWhileHandling(topic: string, lines: number): Promise<string[]> {
      const script = fileURLToPath(new URL('./fixtures/consumer.js', import.meta.url));
      const args = [script, broker instanceof Error ? '' : (broker.brokers[0] ?? ''), topic];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const printed: string[] = [];
      const reading = createInterface({ input: child.stdout });
      reading.on('line', (line) => {
        if (printed.push(line) === lines) child.kill('SIGKILL');
      });
      await once(reading, 'close');
      return printed;
    }
  });
}

function keep(batches: Batch[]) {
  return (batch: Batch) => Promise.resolve(void batches.push(batch));
}

function read(batches: readonly Batch[]): number[] {
  return batches.flatMap(({ records }) => records.map(({ value }) => Number(Buffer.from(value).toString())));
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'unavailable';
}
