import assert from 'node:assert/strict';
import type { Batch, ConsumerRecord } from '@svc/event-log';
import { PartitionWriter } from './partition-writer.js';

const SIGNAL = new AbortController().signal;

class Counting extends PartitionWriter {
  rests = 0;
  readonly tokens: string[] = [];
  fails = false;
  protected readonly blockBytes = 100;

  protected envelopeOf({ offset }: Pick<ConsumerRecord, 'offset'>) {
    return { hash: String(offset), projectNumber: 1 };
  }

  protected start(): void {
    // No state is kept between batches.
  }

  protected add({ value }: ConsumerRecord): number {
    return value.byteLength;
  }

  protected flush(token: string): Promise<void> {
    this.tokens.push(token);
    return this.fails ? Promise.reject(new Error('not stored')) : Promise.resolve();
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
