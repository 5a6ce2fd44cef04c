import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { ServiceError } from '@svc/service-error';
import { eventually } from '@svc/test-servers';
import { choosePartition } from './partition.js';
import type {
  Batch,
  BatchHandler,
  Consumer,
  ConsumerOptions,
  ConsumerRecord,
  EventLog,
  LookBack,
  ProducerRecord,
} from './port.js';

/** An adapter under test, which can open the same log more than once. */
export interface LogUnderTest {
  open(): Promise<EventLog>;
  stop(): Promise<void>;
}

/** Registers the tests of the port. The adapter must accept values of 6 MB and reject values of 64 MB. */
export function eventLogConformance(name: string, start: () => Promise<LogUnderTest>): void {
  describe(`${name} as an event log`, () => {
    let underTest: LogUnderTest;
    let log: EventLog;
    beforeAll(async () => {
      underTest = await start();
      log = await underTest.open();
    });
    afterAll(async () => {
      await log?.close();
      await underTest?.stop();
    });

    it('returns a record exactly as it was appended', async () => {
      const topic = newTopic();
      const sent: ProducerRecord[] = [
        { key: 'ключ', value: randomBytes(3000), headers: { empty: '', 'naïve-名': 'строка 🚀', plain: 'x' } },
        { key: '', value: new Uint8Array(0), headers: {} },
        { key: 'large', value: randomBytes(6_000_000), headers: { n: '1' } },
        { key: 'view', value: randomBytes(100).subarray(10, 20), headers: {} },
      ];
      const before = Date.now();
      for (const record of sent) await log.append(topic, record);
      const seen = await readAll(log, options(topic), sent.length);
      for (const record of sent) {
        const got = seen.find(({ key }) => key === record.key);
        assert.ok(got, 'the record is read');
        assert.deepEqual(Buffer.from(got.value), Buffer.from(record.value));
        assert.deepEqual({ ...got.headers }, record.headers);
        assert.ok(got.timestampMs >= before && got.timestampMs <= Date.now());
      }
    });

    it('keeps records of one key in one partition and in order, without gaps in the offsets', async () => {
      const topic = newTopic();
      const appended = await appendMany(log, topic, 600, 20);
      const byPartition = Map.groupBy(appended, ({ partition }) => partition);
      assert.ok(byPartition.size > 1, 'keys spread over partitions');
      for (const placed of byPartition.values()) {
        assert.deepEqual(
          placed.map(({ offset }) => offset),
          [...placed.keys()],
        );
      }
      const seen = await readAll(log, options(topic), 600);
      for (const [key, records] of Map.groupBy(seen, (record) => record.key)) {
        const numbers = records.map(readNumber);
        assert.deepEqual(
          numbers,
          numbers.toSorted((a, b) => a - b),
          key,
        );
      }
    });

    it('acknowledges thousands of concurrent appends and returns each once', async () => {
      const topic = newTopic();
      const placed = await appendMany(log, topic, 5000, 100);
      assert.equal(new Set(placed.map(({ partition, offset }) => `${partition}/${offset}`)).size, 5000);
      const seen = await readAll(log, options(topic), 5000);
      assert.equal(new Set(seen.map(readNumber)).size, 5000);
    });

    it('limits the records and bytes of a batch, unless a single record is larger', async () => {
      const topic = newTopic();
      await appendMany(log, topic, 95, 1, 1000);
      await log.append(topic, { key: 'k0', value: Buffer.alloc(20_000, 'x'), headers: {} });
      const byRecords = await readBatches(log, options(topic, { maxRecords: 10 }), 96);
      assert.ok(byRecords.every(({ records }) => records.length <= 10));
      const byBytes = await readBatches(log, options(topic, { maxBytes: 5000 }), 96);
      for (const { records } of byBytes) {
        assert.ok(records.length === 1 || records.reduce((sum, { value }) => sum + value.length, 0) <= 5000);
      }
      for (const batch of [...byRecords, ...byBytes]) {
        assert.equal(batch.firstOffset, batch.records[0]?.offset);
        assert.equal(batch.lastOffset, batch.records.at(-1)?.offset);
      }
    });

    it('delivers a single record after the maximum wait', async () => {
      const topic = newTopic();
      const batches: Batch[] = [];
      const consumer = await log.consume(options(topic, { maxWaitMs: 300 }), keep(batches));
      await log.append(topic, { key: 'k', value: Buffer.from('1'), headers: {} });
      await eventually('the record', () => batches.length === 1);
      await consumer.stop();
    });

    it('delivers every record to each group', async () => {
      const topic = newTopic();
      await appendMany(log, topic, 40, 8);
      const [a, b] = await Promise.all([readAll(log, options(topic), 40), readAll(log, options(topic), 40)]);
      assert.equal(a.length, 40);
      assert.equal(b.length, 40);
    });

    it('starts a new group at the earliest record or after the latest, as requested', async () => {
      const topic = newTopic();
      await appendMany(log, topic, 20, 5);
      const late: Batch[] = [];
      const consumer = await log.consume(options(topic, { from: 'latest' }), keep(late));
      await log.append(topic, { key: 'k', value: Buffer.from('1000'), headers: {} });
      await eventually('the record after the start', () => readRecords(late).length > 0);
      await consumer.stop();
      assert.deepEqual(readRecords(late).map(readNumber), [1000]);
      assert.equal((await readAll(log, options(topic), 21)).length, 21);
    });

    it('continues a group after its last commit, also in another process', async () => {
      const topic = newTopic();
      const group = options(topic);
      await appendMany(log, topic, 30, 5);
      await readAll(log, group, 30);
      await appendMany(log, topic, 10, 5, 0, 30);
      const other = await underTest.open();
      const seen = await readAll(other, { ...group, from: 'latest' }, 10);
      await other.close();
      assert.deepEqual(new Set(seen.map(readNumber)), new Set(Array.from({ length: 10 }, (_, i) => i + 30)));
    });

    it('redelivers a failed range unchanged before anything else of its partition', async () => {
      const topic = newTopic();
      await appendMany(log, topic, 25, 1);
      const batches: Batch[] = [];
      let failures = 3;
      const consumer = await log.consume(options(topic, { maxRecords: 7 }), (batch) => {
        batches.push(batch);
        const fails = batch.firstOffset > 0 && failures-- > 0;
        return fails ? Promise.reject(new Error('the store is unavailable')) : Promise.resolve();
      });
      await eventually('all records', () => batches.at(-1)?.lastOffset === 24);
      await consumer.stop();
      const [first, ...rest] = batches;
      assert.equal(first?.replayed, false);
      const again = rest.slice(0, 4);
      assert.equal(new Set(again.map(toRange)).size, 1);
      assert.deepEqual(
        again.map(({ replayed }) => replayed),
        [false, true, true, true],
      );
      assert.ok(
        again.every(({ records }) => records.map(readNumber).join() === again[0]?.records.map(readNumber).join()),
      );
      assert.deepEqual(readRecords([...batches.slice(0, 1), ...batches.slice(4)]).map(readNumber), [
        ...Array(25).keys(),
      ]);
    });

    it('delivers a planned range unchanged to the next consumer, regardless of the limits of that consumer', async () => {
      const topic = newTopic();
      const group = options(topic, { maxRecords: 10 });
      await appendMany(log, topic, 15, 1);
      const failed: Batch[] = [];
      const consumer = await log.consume(group, (batch) => {
        failed.push(batch);
        return Promise.reject(new Error('the store is unavailable'));
      });
      await eventually('a failure', () => failed.length > 0);
      await consumer.stop();
      await appendMany(log, topic, 30, 1, 0, 15);
      const other = await underTest.open();
      const batches = await readBatches(other, { ...group, maxRecords: 1000 }, 45);
      await other.close();
      assert.equal(batches[0]?.replayed, true);
      assert.equal(toRange(batches[0]), toRange(failed[0]));
      assert.equal(batches[1]?.replayed, false);
      assert.deepEqual(readRecords(batches).map(readNumber), [...Array(45).keys()]);
    });

    it('waits at stop for the running handler and commits its range', async () => {
      const topic = newTopic();
      const group = options(topic);
      await appendMany(log, topic, 5, 1);
      const running = Promise.withResolvers<void>();
      const mayFinish = Promise.withResolvers<void>();
      let finished = false;
      const consumer = await log.consume(group, async () => {
        running.resolve();
        await mayFinish.promise;
        finished = true;
      });
      await running.promise;
      const stopped = consumer.stop();
      mayFinish.resolve();
      await stopped;
      assert.ok(finished);
      await consumer.stop();
      assert.equal(await uncommitted(log, topic, group.group), 0);
    });

    it('delivers each record to one consumer of a group, and each partition to one handler at a time', async () => {
      const topic = newTopic();
      const other = await underTest.open();
      const group = options(topic, { maxRecords: 20, maxWaitMs: 50 });
      const seen: number[] = [];
      const busy = new Set<number>();
      let overlaps = 0;
      const handler: BatchHandler = async (batch) => {
        if (busy.has(batch.partition)) overlaps++;
        busy.add(batch.partition);
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(...batch.records.map(readNumber));
        busy.delete(batch.partition);
      };
      const first = await log.consume(group, handler);
      await appendMany(log, topic, 200, 10);
      const second = await other.consume(group, handler);
      await appendMany(log, topic, 200, 10, 0, 200);
      await eventually('half of the records', () => seen.length >= 200);
      await first.stop();
      await appendMany(other, topic, 200, 10, 0, 400);
      await eventually('all records', () => seen.length >= 600);
      await second.stop();
      await other.close();
      assert.deepEqual(
        seen.toSorted((a, b) => a - b),
        [...Array(600).keys()],
      );
      assert.equal(overlaps, 0);
    });

    it('reports the lag of a group', async () => {
      const topic = newTopic();
      const group = options(topic);
      await appendMany(log, topic, 12, 4);
      assert.equal(await uncommitted(log, topic, group.group), 12);
      const behind = await log.lag(topic, group.group);
      assert.ok(behind.every(({ committedOffset, endOffset, bytes }) => bytes > 0 === endOffset > committedOffset));
      await readAll(log, group, 12);
      const lag = await log.lag(topic, group.group);
      assert.equal(
        lag.reduce((sum, { endOffset }) => sum + endOffset, 0),
        12,
      );
      assert.ok(lag.every(({ committedOffset, endOffset, bytes }) => committedOffset === endOffset && bytes === 0));
    });

    it('reports the start and end of partitions without creating an unused topic', async () => {
      const topic = newTopic();
      assert.deepEqual(await log.positions(topic), []);
      assert.deepEqual(await log.positions(topic), []);
      const placed = await appendMany(log, topic, 60, 12);
      const ends = Map.groupBy(placed, ({ partition }) => partition);
      const positions = await log.positions(topic);
      assert.deepEqual(
        positions.map(({ partition }) => partition),
        [...positions.keys()],
      );
      for (const { partition, firstOffset, endOffset } of positions) {
        assert.deepEqual([firstOffset, endOffset], [0, ends.get(partition)?.length ?? 0]);
      }
    });

    it('creates a topic for several followers at once that come before its first record', async () => {
      const topic = newTopic();
      const other = await underTest.open();
      await Promise.all([log.ensureTopic(topic), other.ensureTopic(topic), log.ensureTopic(topic)]);
      const positions = await other.positions(topic);
      assert.ok(positions.length > 0);
      assert.ok(positions.every(({ firstOffset, endOffset }) => firstOffset === 0 && endOffset === 0));
      const seen = follow(other, topic, new Map(positions.map(({ partition }) => [partition, 0])));
      await appendMany(log, topic, 60, 12);
      await log.ensureTopic(topic);
      await eventually('all records', () => seen.count() >= 60);
      assert.equal(await seen.stop(), 60);
      await other.close();
    });

    it('delivers existing and new records from given offsets to a follower, once and in order', async () => {
      const topic = newTopic();
      await appendMany(log, topic, 200, 20);
      const positions = await log.positions(topic);
      const from = new Map(positions.map(({ partition, endOffset }) => [partition, Math.floor(endOffset / 2)]));
      const expected = 200 - [...from.values()].reduce((sum, offset) => sum + offset, 0) + 100;
      const other = await underTest.open();
      const seen = follow(other, topic, from);
      await appendMany(log, topic, 100, 20, 0, 200);
      await eventually('all records', () => seen.count() >= expected);
      assert.equal(await seen.stop(), expected);
      for (const [partition, offsets] of seen.offsets) {
        const first = from.get(partition) ?? 0;
        assert.deepEqual(
          offsets,
          offsets.map((_, index) => first + index),
        );
      }
      await other.close();
    });

    it('delivers only the requested partitions to a follower', async () => {
      const topic = newTopic();
      await appendMany(log, topic, 100, 20);
      const [first] = (await log.positions(topic)).filter(({ endOffset }) => endOffset > 0);
      assert.ok(first);
      const seen = follow(log, topic, new Map([[first.partition, 0]]));
      await eventually('its records', () => seen.count() >= first.endOffset);
      await seen.stop();
      assert.deepEqual([...seen.offsets.keys()], [first.partition]);
    });

    it('keeps followers independent of each other and of groups', async () => {
      const topic = newTopic();
      await appendMany(log, topic, 50, 10);
      const from = new Map((await log.positions(topic)).map(({ partition }) => [partition, 0]));
      const both = [follow(log, topic, from), follow(log, topic, from)];
      await eventually('all records twice', () => both.every((seen) => seen.count() >= 50));
      for (const seen of both) assert.equal(await seen.stop(), 50);
      const group = options(topic);
      assert.equal(await uncommitted(log, topic, group.group), 50);
      assert.equal((await readAll(log, group, 50)).length, 50);
    });

    it('shows a follower the records before its first one within the requested time', async () => {
      const topic = newTopic();
      await appendMany(log, topic, 120, 12);
      const positions = await log.positions(topic);
      const from = new Map(positions.map(({ partition, endOffset }) => [partition, endOffset]));
      const shown: string[] = [];
      const begun: number[] = [];
      const lookBack = {
        ms: 60_000,
        reset: (partition: number) => begun.push(partition),
        observe: (partition: number, { offset }: { offset: number }) => shown.push(`${partition}/${offset}`),
      };
      const seen = follow(log, topic, from, lookBack);
      const placed = await appendMany(log, topic, 24, 12, 0, 120);
      await eventually('the new records', () => seen.count() >= 24);
      assert.equal(await seen.stop(), 24);
      const written = new Set(placed.map(({ partition }) => partition));
      assert.deepEqual(new Set(begun), written);
      const before = positions.filter(({ partition }) => written.has(partition));
      assert.deepEqual(
        shown.toSorted(),
        before
          .flatMap(({ partition, endOffset }) => Array.from({ length: endOffset }, (_, i) => `${partition}/${i}`))
          .toSorted(),
      );
    });

    it('loses no record of a slow follower', async () => {
      const topic = newTopic();
      await appendMany(log, topic, 90, 6, 100_000);
      const from = new Map((await log.positions(topic)).map(({ partition }) => [partition, 0]));
      const ending = new AbortController();
      let count = 0;
      for await (const { records } of log.follow({ topic, from, signal: ending.signal })) {
        if (count === 0) await appendMany(log, topic, 90, 6, 100_000);
        count += records.length;
        if (count === 180) ending.abort();
      }
      assert.equal(count, 180);
    });

    it('ends a follower when the log is closed', async () => {
      const topic = newTopic();
      await appendMany(log, topic, 10, 1);
      const from = new Map((await log.positions(topic)).map(({ partition }) => [partition, 0]));
      const other = await underTest.open();
      const seen = follow(other, topic, from);
      await eventually('all records', () => seen.count() >= 10);
      await other.close();
      await seen.ended;
    });

    it('rejects records that cannot be stored with an error code', async () => {
      const value = Buffer.alloc(1);
      await assert.rejects(log.append('a topic', { key: '', value, headers: {} }), hasCode('invalid_request'));
      const huge = { key: '', value: Buffer.alloc(64 * 1024 * 1024), headers: {} };
      await assert.rejects(log.append(newTopic(), huge), hasCode('payload_too_large'));
      await assert.rejects(log.consume(options(newTopic(), { group: '' }), keep([])), hasCode('invalid_request'));
    });

    it('shows a new owner of a partition the records before its first batch within the requested time', async () => {
      const topic = newTopic();
      const group = options(topic);
      await appendMany(log, topic, 60, 12);
      assert.deepEqual(await shownBefore(log, group, 60, 60_000), [], 'there is nothing before the earliest record');
      const gapMs = 20;
      const stored = Date.now();
      await eventually('time passes', () => Date.now() > stored + gapMs);
      await appendMany(log, topic, 12, 12, 0, 60);
      const other = await underTest.open();
      const shown = await shownBefore(other, group, 12, 60_000);
      await other.close();
      for (const { partition, endOffset } of await log.positions(topic)) {
        const offsets = shown.filter((place) => place.partition === partition).map(({ offset }) => offset);
        const fresh = Array.from({ length: 12 }, (_, i) => i).filter(
          (i) => choosePartition(`k${i}`, 4) === partition,
        ).length;
        assert.deepEqual(offsets, fresh === 0 ? [] : Array.from({ length: endOffset - fresh }, (_, i) => i));
      }
      await appendMany(log, topic, 12, 12, 0, 72);
      const recent = await shownBefore(log, group, 12, gapMs / 2);
      assert.ok(recent.length <= 12, 'older records than requested are not shown');
    });

    it('accepts appends while open and rejects them as unavailable when closed', async () => {
      const other = await underTest.open();
      await other.check();
      await other.close();
      await other.close();
      await assert.rejects(
        other.append(newTopic(), { key: '', value: Buffer.alloc(1), headers: {} }),
        hasCode('unavailable'),
      );
      await assert.rejects(other.check(), hasCode('unavailable'));
    });
  });
}

function newTopic(): string {
  return `conformance.${randomUUID()}`;
}

/** Consumer options, of a new group by default. */
function options(topic: string, changes: Partial<ConsumerOptions> = {}): ConsumerOptions {
  const bounds = { maxBytes: 32_000_000, maxRecords: 10_000, maxWaitMs: 100, from: 'earliest' as const };
  return { topic, group: `group-${randomUUID()}`, ...bounds, ...changes };
}

/** Appends numbered records concurrently with alternating keys and resolves with their positions in the order of the calls. */
function appendMany(log: EventLog, topic: string, count: number, keys: number, padTo = 0, from = 0) {
  return Promise.all(
    Array.from({ length: count }, (_, i) =>
      log.append(topic, { key: `k${i % keys}`, value: Buffer.from(String(from + i).padEnd(padTo)), headers: {} }),
    ),
  );
}

/** Returns the records that a consumer of the group observes by looking back while it reads `count` records. */
async function shownBefore(log: EventLog, group: ConsumerOptions, count: number, ms: number) {
  const shown: { partition: number; offset: number }[] = [];
  const begun: number[] = [];
  const lookBack = {
    ms,
    reset: (partition: number) => begun.push(partition),
    observe: (partition: number, { offset }: { offset: number }) => shown.push({ partition, offset }),
  };
  const batches = await readBatches(log, { ...group, lookBack }, count);
  for (const [partition, [first]] of Map.groupBy(batches, (batch) => batch.partition)) {
    assert.ok(begun.includes(partition), 'every partition starts with a look-back');
    assert.ok(shown.every((place) => place.partition !== partition || place.offset < (first?.firstOffset ?? 0)));
  }
  return shown;
}

/** Follows in the background and keeps the offsets; `stop` resolves with the number of records. */
function follow(log: EventLog, topic: string, from: ReadonlyMap<number, number>, lookBack?: LookBack) {
  const ending = new AbortController();
  const offsets = new Map<number, number[]>();
  const count = (): number => [...offsets.values()].reduce((sum, list) => sum + list.length, 0);
  const ended = (async () => {
    for await (const { partition, records } of log.follow({
      topic,
      from,
      signal: ending.signal,
      ...(lookBack && { lookBack }),
    })) {
      offsets.set(partition, [...(offsets.get(partition) ?? []), ...records.map(({ offset }) => offset)]);
    }
  })();
  const stop = async (): Promise<number> => {
    ending.abort();
    await ended;
    return count();
  };
  return { offsets, count, ended, stop };
}

function keep(batches: Batch[]): BatchHandler {
  return (batch) => {
    batches.push(batch);
    return Promise.resolve();
  };
}

async function readBatches(log: EventLog, group: ConsumerOptions, count: number): Promise<Batch[]> {
  const batches: Batch[] = [];
  const consumer: Consumer = await log.consume(group, keep(batches));
  await eventually(`${count} records`, () => readRecords(batches).length >= count);
  await consumer.stop();
  assert.equal(readRecords(batches).length, count);
  return batches;
}

async function readAll(log: EventLog, group: ConsumerOptions, count: number): Promise<ConsumerRecord[]> {
  return readRecords(await readBatches(log, group, count));
}

async function uncommitted(log: EventLog, topic: string, group: string): Promise<number> {
  const lag = await log.lag(topic, group);
  return lag.reduce((sum, { committedOffset, endOffset }) => sum + endOffset - committedOffset, 0);
}

function readRecords(batches: readonly Batch[]): ConsumerRecord[] {
  return batches.flatMap(({ records }) => records);
}

function readNumber(record: ConsumerRecord): number {
  return Number(Buffer.from(record.value).toString());
}

function toRange(batch: Batch | undefined): string {
  return `${batch?.partition}/${batch?.firstOffset}-${batch?.lastOffset}`;
}

function hasCode(code: string): (error: unknown) => boolean {
  return (error) => error instanceof ServiceError && error.code === code;
}
