import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createDataKey, createKeyRing, generateKey } from '@svc/encryption';
import { ServiceError } from '@svc/service-error';
import { eventually } from '@svc/test-servers';
import type { ConsumerRecord, EventLog } from '../port.js';
import type { DataKey, DataKeySource } from './data-keys.js';
import { DataKeys } from './data-keys.js';
import { SealedEventLog } from './sealed-event-log.js';

/** Registers the tests of records with data keys over an adapter, which is opened once for each reader. */
export function dataKeyConformance(
  name: string,
  start: () => Promise<{ open(): Promise<EventLog>; stop(): Promise<void> }>,
): void {
  describe(`${name} with data keys`, () => {
    let underTest: Awaited<ReturnType<typeof start>>;
    const opened: EventLog[] = [];
    beforeAll(async () => (underTest = await start()));
    afterAll(async () => {
      for (const log of opened) await log.close();
      await underTest?.stop();
    });

    const ring = createKeyRing(generateKey('ring'));
    const newKey = (id: string): DataKey => ({ id, wrapped: createDataKey(ring, id) });
    /** A process of its own, which has looked up nothing yet. */
    const open = async (source: DataKeySource, keys = ring): Promise<EventLog> => {
      const log = new SealedEventLog(await underTest.open(), keys, new DataKeys(keys, source));
      opened.push(log);
      return log;
    };
    const createSource = (keys: Record<string, string | null>): DataKeySource => ({
      find: (ids) =>
        Promise.resolve(new Map(ids.flatMap((id) => (keys[id] === undefined ? [] : [[id, keys[id]] as const])))),
    });
    const consumeInto = (log: EventLog, topic: string, group: string, seen: ConsumerRecord[]) =>
      log.consume({ topic, group, maxBytes: 1e6, maxRecords: 100, maxWaitMs: 50, from: 'earliest' }, ({ records }) =>
        Promise.resolve(void seen.push(...records)),
      );
    const toText = ({ value, isErased }: ConsumerRecord): string => (isErased ? 'erased' : String(Buffer.from(value)));
    const append = async (log: EventLog, topic: string, dataKeys: readonly (DataKey | undefined)[]): Promise<void> => {
      for (const [i, dataKey] of dataKeys.entries())
        await log.append(topic, { key: 'k', value: Buffer.from(`value ${i}`), headers: { n: String(i) }, dataKey });
    };

    it('reads each record with its own key, beside records of the ring and plain ones', async () => {
      const [topic, a, b] = [`keys.${randomUUID()}`, newKey('1.1'), newKey('2.1')];
      const log = await open(createSource({ '1.1': a.wrapped, '2.1': b.wrapped }));
      await append(log, topic, [a, b, undefined]);
      const plain = await underTest.open();
      opened.push(plain);
      await append(plain, topic, [undefined]);
      const seen: ConsumerRecord[] = [];
      const consumer = await consumeInto(log, topic, 'g', seen);
      await eventually('all records', () => seen.length === 4);
      await consumer.stop();
      assert.deepEqual(seen.map(toText), ['value 0', 'value 1', 'value 2', 'value 0']);
      assert.deepEqual(
        seen.map(({ headers }) => headers['n']),
        ['0', '1', '2', '0'],
      );
      const raw: ConsumerRecord[] = [];
      const rawConsumer = await consumeInto(plain, topic, 'raw', raw);
      await eventually('all records', () => raw.length === 4);
      await rawConsumer.stop();
      assert.deepEqual(
        raw.map(({ value }) => String(Buffer.from(value)).includes('value')),
        [false, false, false, true],
      );
    });

    it('delivers records of a destroyed key as erased, in their places, to consumers and followers', async () => {
      const [topic, gone, kept] = [`keys.${randomUUID()}`, newKey('3.1'), newKey('3.2')];
      await append(await open(createSource({})), topic, [gone, kept, gone]);
      const reader = await open(createSource({ '3.1': null, '3.2': kept.wrapped }));
      const seen: ConsumerRecord[] = [];
      const consumer = await consumeInto(reader, topic, 'g', seen);
      await eventually('all records', () => seen.length === 3);
      await consumer.stop();
      assert.deepEqual(seen.map(toText), ['erased', 'value 1', 'erased']);
      const followed: string[] = [];
      const from = new Map((await reader.positions(topic)).map(({ partition }) => [partition, 0]));
      const ending = new AbortController();
      for await (const { records } of reader.follow({ topic, from, signal: ending.signal })) {
        followed.push(...records.map(toText));
        if (followed.length === 3) ending.abort();
      }
      assert.deepEqual(followed, ['erased', 'value 1', 'erased']);
    });

    it('delivers a batch again until its keys can be looked up, and loses nothing', async () => {
      const [topic, group, key] = [`keys.${randomUUID()}`, `g-${randomUUID()}`, newKey('4.1')];
      await append(await open(createSource({})), topic, [key, key]);
      const known: Record<string, string | null> = {};
      let failures = 0;
      const source: DataKeySource = {
        find(ids) {
          if (failures++ < 1) return Promise.reject(new Error('the store is away'));
          return createSource(known).find(ids);
        },
      };
      const log = await open(source);
      const seen: ConsumerRecord[] = [];
      const consumer = await consumeInto(log, topic, group, seen);
      await eventually('the key is unknown', () => failures >= 2);
      assert.equal(seen.length, 0);
      const lag = await log.lag(topic, group);
      assert.equal(
        lag.reduce((sum, { committedOffset }) => sum + committedOffset, 0),
        0,
      );
      known['4.1'] = key.wrapped;
      await eventually('all records', () => seen.length === 2);
      await consumer.stop();
      assert.deepEqual(seen.map(toText), ['value 0', 'value 1']);
    });

    it('refuses to append with a key that its ring cannot open, instead of not encrypting', async () => {
      const topic = `keys.${randomUUID()}`;
      const unavailable = (error: unknown): boolean => error instanceof ServiceError && error.code === 'unavailable';
      const other = await open(createSource({}), createKeyRing(generateKey('ring')));
      await assert.rejects(append(other, topic, [newKey('5.1')]), unavailable);
      await assert.rejects(append(other, topic, [{ id: '5.2', wrapped: newKey('5.1').wrapped }]), unavailable);
      const without = new SealedEventLog(await underTest.open(), undefined, new DataKeys(undefined, undefined));
      opened.push(without);
      await assert.rejects(append(without, topic, [newKey('5.1')]), unavailable);
    });
  });
}
