import assert from 'node:assert/strict';
import type { Batch, ConsumerRecord } from '@svc/event-log';
import { eventually } from '@svc/test-servers';
import { PartitionWriter } from './partition-writer.js';

const SIGNAL = new AbortController().signal;

class Counting extends PartitionWriter {
  rests = 0;
  readonly tokens: string[] = [];
  fails = false;
  /** Records added and blocks stored, in order. */
  readonly steps: string[] = [];
  /** Resolves when the running `flush` may end. */
  held: Promise<void> | undefined;
  protected readonly blockBytes = 100;

  protected envelopeOf({ offset }: Pick<ConsumerRecord, 'offset'>) {
    return { hash: String(offset), projectNumber: 1 };
  }

  protected start(): void {
    // No state is kept between batches.
  }

  protected add({ value, offset }: ConsumerRecord): number {
    if (value.byteLength === 0) throw new Error('not readable');
    this.steps.push(`add ${offset}`);
    return value.byteLength;
  }

  protected async flush(token: string): Promise<void> {
    this.tokens.push(token);
    const part = token.split('/').at(-1);
    this.steps.push(`store ${part}`);
    await this.held;
    if (this.fails) throw new Error('not stored');
    this.steps.push(`stored ${part}`);
  }

  protected releaseBuffers(): void {
    this.rests++;
  }
}

function createBatch(...sizes: number[]): Batch {
  const records = sizes.map((size, offset) => ({
    offset,
    timestampMs: 1000,
    key: 'k',
    value: Buffer.alloc(size),
    headers: {},
  }));
  return { topic: 't', partition: 2, firstOffset: 0, lastOffset: sizes.length - 1, records, replayed: false };
}

it('closes blocks at the same records in every attempt', async () => {
  const writer = new Counting();
  writer.fails = true;
  await assert.rejects(writer.write(createBatch(60, 60, 60), SIGNAL));
  writer.fails = false;
  await writer.write(createBatch(60, 60, 60), SIGNAL);
  assert.deepEqual(writer.tokens, ['t/2/0-2@1000/0', 't/2/0-2@1000/0', 't/2/0-2@1000/1']);
});

it('adds the records of the next block while one is being stored, and stores it afterwards', async () => {
  const writer = new Counting();
  const { promise, resolve } = Promise.withResolvers<void>();
  writer.held = promise;
  const writing = writer.write(createBatch(100, 60, 60, 10), SIGNAL);
  await eventually('the next block fills', () => writer.steps.length === 4);
  assert.deepEqual(writer.steps, ['add 0', 'store 0', 'add 1', 'add 2']);
  resolve();
  await writing;
  const stores = writer.steps.filter((step) => step.startsWith('store'));
  assert.deepEqual(stores, ['store 0', 'stored 0', 'store 1', 'stored 1', 'store 2', 'stored 2']);
});

it('ends only after the block that is being stored, also if a record cannot be added', async () => {
  const writer = new Counting();
  const { promise, resolve } = Promise.withResolvers<void>();
  writer.held = promise;
  let hasEnded = false;
  const writing = writer.write(createBatch(100, 0), SIGNAL).finally(() => (hasEnded = true));
  writing.catch(() => undefined);
  await eventually('the first block is being stored', () => writer.steps.length === 2);
  assert.equal(hasEnded, false);
  resolve();
  await assert.rejects(writing, /not readable/);
  assert.deepEqual(writer.steps, ['add 0', 'store 0', 'stored 0']);
});

afterEach(() => jest.useRealTimers());

it('releases memory after five seconds without a batch, also after a failed one', async () => {
  jest.useFakeTimers();
  const writer = new Counting();
  await writer.write(createBatch(1), SIGNAL);
  jest.advanceTimersByTime(4_999);
  writer.fails = true;
  await assert.rejects(writer.write(createBatch(100), SIGNAL));
  jest.advanceTimersByTime(4_999);
  assert.equal(writer.rests, 0);
  jest.advanceTimersByTime(1);
  assert.equal(writer.rests, 1);
  jest.advanceTimersByTime(60_000);
  assert.equal(writer.rests, 1);
});
