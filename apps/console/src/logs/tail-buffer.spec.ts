import assert from 'node:assert/strict';
import type { LogRecord } from '../gen/api.js';
import { TailBuffer } from './tail-buffer.js';

const record = (id: number): LogRecord => ({ log_id: String(id) }) as LogRecord;
const ids = (records: readonly LogRecord[]): readonly string[] => records.map((each) => each.log_id);

describe('buffer of a tail', () => {
  it('holds arriving records until they are released', () => {
    const buffer = new TailBuffer();
    buffer.add(record(1));
    assert.deepEqual([buffer.state.records.length, buffer.waiting], [0, 1]);
    assert.deepEqual(ids(buffer.release().records), ['1']);
    assert.equal(buffer.waiting, 0);
  });

  it('adds a record that a new connection repeats once', () => {
    const buffer = new TailBuffer();
    buffer.add(record(1));
    buffer.release();
    buffer.add(record(1));
    assert.deepEqual(ids(buffer.release().records), ['1']);
  });

  it('keeps the newest records, and counts the others', () => {
    const buffer = new TailBuffer(3);
    for (let id = 0; id < 5; id++) buffer.add(record(id));
    assert.equal(buffer.waiting, 3);
    const first = buffer.release();
    assert.deepEqual([ids(first.records), first.forgotten], [['2', '3', '4'], 2]);
    buffer.add(record(5));
    const second = buffer.release();
    assert.deepEqual([ids(second.records), second.forgotten], [['3', '4', '5'], 3]);
  });

  it('leaves records alone that it has shown', () => {
    const buffer = new TailBuffer(1);
    buffer.add(record(1));
    const { records } = buffer.release();
    buffer.add(record(2));
    buffer.release();
    assert.deepEqual(ids(records), ['1']);
  });

  it('sums up what is missing', () => {
    const buffer = new TailBuffer();
    buffer.addDropped(3, false);
    buffer.addDropped(0, true);
    assert.deepEqual([buffer.state.dropped, buffer.state.hasGap], [3, true]);
  });
});
