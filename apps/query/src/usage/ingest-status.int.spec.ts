import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { testReader } from '@svc/reading/testing';
import { toIngestStatus } from './ingest-status.message.js';
import { IngestStatusService } from './ingest-status.service.js';

const NOW = '2026-11-20T18:30:00Z';
const seconds = (time: string): bigint => BigInt(Date.parse(time)) / 1000n;

interface Row {
  readonly hour: string;
  readonly signal?: string;
  readonly outcome?: string;
  readonly items?: number;
  readonly first?: string;
  readonly last?: string;
}

describe('the status of ingestion', () => {
  let engine: SharedStore;
  beforeAll(async () => {
    engine = await sharedStore();
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const add = (project: number, { hour, signal = 'logs', outcome = 'stored', items = 1, first, last }: Row) =>
    engine.store.command(
      `INSERT INTO usage_hours (project_number, hour, signal, outcome, items, requests, bytes, first_received, last_received)
       SELECT {project:UInt32}, toDateTime({hour:UInt32}), {signal:String}, {outcome:String}, {items:UInt64}, 1, 10,
         toDateTime({first:UInt32}), toDateTime({last:UInt32})`,
      {
        project,
        hour: Number(seconds(hour)),
        signal,
        outcome,
        items,
        first: first === undefined ? 0 : Number(seconds(first)),
        last: last === undefined ? 0 : Number(seconds(last)),
      },
    );
  const status = async (project: number) =>
    toIngestStatus(await new IngestStatusService(() => Date.parse(NOW)).get(testReader(engine.store, project)));
  const ofSignal = async (project: number, name: string) => {
    const found = (await status(project)).signals?.find(({ signal }) => signal === name);
    assert.ok(found);
    return found;
  };

  it('lists every signal of a project that has received nothing', async () => {
    await add(61, { hour: '2026-11-20T18:00:00Z' });
    const { signals = [], startTime, endTime } = await status(60);
    assert.deepEqual(signals, [
      { signal: 'traces', rejected: [] },
      { signal: 'logs', rejected: [] },
      { signal: 'metrics', rejected: [] },
      { signal: 'events', rejected: [] },
      { signal: 'replay', rejected: [] },
    ]);
    assert.deepEqual([startTime?.seconds, endTime?.seconds], [seconds('2026-11-20T17:00:00Z'), seconds(NOW)]);
  });

  it('returns the seconds of the first and the last receipt, and counts since the previous hour', async () => {
    await add(62, {
      hour: '2026-10-01T05:00:00Z',
      items: 7,
      first: '2026-10-01T05:10:11Z',
      last: '2026-10-01T05:50:00Z',
    });
    await add(62, {
      hour: '2026-11-20T16:00:00Z',
      items: 7,
      first: '2026-11-20T16:59:59Z',
      last: '2026-11-20T16:59:59Z',
    });
    await add(62, {
      hour: '2026-11-20T17:00:00Z',
      items: 80,
      first: '2026-11-20T17:00:00Z',
      last: '2026-11-20T17:20:00Z',
    });
    await add(62, {
      hour: '2026-11-20T18:00:00Z',
      items: 10,
      first: '2026-11-20T18:29:00Z',
      last: '2026-11-20T18:29:30Z',
    });
    const logs = await ofSignal(62, 'logs');
    assert.deepEqual(
      [logs.firstReceivedAt?.seconds, logs.lastReceivedAt?.seconds],
      [seconds('2026-10-01T05:10:11Z'), seconds('2026-11-20T18:29:30Z')],
    );
    assert.deepEqual([logs.items, logs.requests, logs.bytes, logs.itemsPerMinute], [90n, 2n, 20n, 1]);
  });

  it('computes the rate from the first receipt on', async () => {
    await add(63, {
      hour: '2026-11-20T18:00:00Z',
      items: 50,
      first: '2026-11-20T18:25:00Z',
      last: '2026-11-20T18:26:00Z',
    });
    assert.equal((await ofSignal(63, 'logs')).itemsPerMinute, 10);
    await add(64, {
      hour: '2026-11-20T18:00:00Z',
      items: 50,
      first: '2026-11-20T18:29:59Z',
      last: '2026-11-20T18:29:59Z',
    });
    assert.equal((await ofSignal(64, 'logs')).itemsPerMinute, 50);
  });

  it('takes the hour for the receipts that an earlier version counted, also where rows are merged', async () => {
    await add(65, { hour: '2026-11-20T15:00:00Z' });
    await add(65, { hour: '2026-11-20T17:00:00Z' });
    await add(65, { hour: '2026-11-20T17:00:00Z', first: '2026-11-20T17:40:00Z', last: '2026-11-20T17:45:00Z' });
    const times = async () => {
      const { firstReceivedAt, lastReceivedAt } = await ofSignal(65, 'logs');
      return [firstReceivedAt?.seconds, lastReceivedAt?.seconds];
    };
    const expected = [seconds('2026-11-20T15:00:00Z'), seconds('2026-11-20T17:45:00Z')];
    assert.deepEqual(await times(), expected);
    await engine.store.command('OPTIMIZE TABLE usage_hours FINAL');
    assert.deepEqual(await times(), expected);
  });

  it('lists what was rejected in the window, most items first, with an explanation and the last time', async () => {
    const hour = '2026-11-20T17:00:00Z';
    await add(66, { hour, signal: 'traces', items: 0, first: hour, last: hour });
    await add(66, { hour, signal: 'traces', outcome: 'invalid_trace_id', items: 2, first: hour, last: hour });
    await add(66, {
      hour,
      signal: 'traces',
      outcome: 'timestamp_too_old',
      items: 5,
      first: hour,
      last: '2026-11-20T17:12:00Z',
    });
    await add(66, { hour: '2026-11-20T16:00:00Z', signal: 'traces', outcome: 'invalid_span_id', items: 9 });
    const { rejected = [], lastReceivedAt, items, requests } = await ofSignal(66, 'traces');
    assert.deepEqual([lastReceivedAt?.seconds, items, requests], [seconds(hour), 0n, 1n]);
    assert.deepEqual(
      rejected.map(({ reason, items: count, lastRejectedAt }) => [reason, count, lastRejectedAt?.seconds]),
      [
        ['timestamp_too_old', 5n, seconds('2026-11-20T17:12:00Z')],
        ['invalid_trace_id', 2n, seconds(hour)],
      ],
    );
    assert.match(String(rejected[0]?.explanation), /nanoseconds/);
  });
});
