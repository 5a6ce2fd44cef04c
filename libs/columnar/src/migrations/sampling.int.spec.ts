import assert from 'node:assert/strict';
import { GENEROUS, temporaryStore, type TemporaryStore } from '../testing/temporary-store.js';

const COUNTS: readonly (readonly [traceState: string, count: number])[] = [
  ['', 1],
  ['ot=th:8', 2],
  ['ot=th:c', 4],
  ['ot=th:0', 1],
  ['ot=rv:1234567890abcd;th:f', 16],
  ['vendor=x, ot=th:80;rv:1234567890abcd,other=y', 2],
  ['ot=th:ffffffffffffff', 2 ** 56],
  // Not valid by the conventions, so nothing counts as sampled.
  ['vendor=th:8', 1],
  ['not=th:8', 1],
  ['ot=th:', 1],
  ['ot=th:xyz', 1],
  ['ot=th:123456789abcdef', 1],
  ['ot=p:8', 1],
];

describe('adjusted counts of sampled spans', () => {
  let scene: TemporaryStore;
  beforeAll(async () => (scene = await temporaryStore()));
  afterAll(() => scene[Symbol.asyncDispose]());
  const read = <Row>(sql: string) => scene.store.query<Row>({ sql, limits: GENEROUS });
  const write = (
    name: string,
    traceState: string,
    more: { kind?: number; status?: number; parent?: string; rate?: string } = {},
  ) =>
    scene.store.command(
      `INSERT INTO spans (project_number, retention_days, timestamp, duration_ns, name, kind, status_code, parent_span_id, service_name, trace_state, attributes)
       SELECT 1, 10000, toDateTime64('2026-01-02 03:04:05', 9), 10, 'x', {kind:UInt8}, {status:UInt8}, {parent:String}, {name:String}, {state:String},
         if({rate:String} = '', map(), map('http.route', '/', 'SampleRate', {rate:String}))`,
      {
        name,
        state: traceState,
        kind: more.kind ?? 2,
        status: more.status ?? 0,
        parent: more.parent ?? 'parent..',
        rate: more.rate ?? '',
      },
    );

  it('follows the threshold of the trace state', async () => {
    for (const [index, [traceState]] of COUNTS.entries()) await write(`count-${index}`, traceState);
    const rows = await read<{ service_name: string; adjusted_count: number }>(
      `SELECT service_name, adjusted_count FROM spans WHERE startsWith(service_name, 'count-')`,
    );
    const found = new Map(rows.map((row) => [row.service_name, row.adjusted_count]));
    for (const [index, [traceState, count]] of COUNTS.entries())
      assert.equal(found.get(`count-${index}`), count, traceState);
  });

  it('follows the sample rate where the trace state has no threshold', async () => {
    const rates: readonly (readonly [rate: string, traceState: string, count: number])[] = [
      ['10', '', 10],
      ['2.5', '', 2.5],
      ['1', '', 1],
      ['10', 'ot=th:8', 2],
      ['10', 'vendor=th:8', 10],
      // No sampler sends this.
      ['0.1', '', 1],
      ['0', '', 1],
      ['-4', '', 1],
      ['ten', '', 1],
      ['nan', '', 1],
      ['inf', '', 1],
      ['1e300', '', 1],
    ];
    for (const [index, [rate, traceState]] of rates.entries()) await write(`rate-${index}`, traceState, { rate });
    const rows = await read<{ service_name: string; adjusted_count: number }>(
      `SELECT service_name, adjusted_count FROM spans WHERE startsWith(service_name, 'rate-')`,
    );
    const found = new Map(rows.map((row) => [row.service_name, row.adjusted_count]));
    for (const [index, [rate, traceState, count]] of rates.entries())
      assert.equal(found.get(`rate-${index}`), count, `${rate} ${traceState}`);
  });

  it('adds the missing weight of sampled spans to the minutes, and nothing for others', async () => {
    await write('a', 'ot=th:c');
    await write('a', 'ot=th:8', { status: 2 });
    await write('a', 'ot=th:8', { kind: 3 });
    await write('a', 'ot=th:8', { kind: 1, parent: '' });
    await write('b', '');
    const rows = await read(
      `SELECT service_name, sum(spans) AS span_total, sum(requests) AS stored, sum(added_spans) AS left_out, sum(added_requests) AS calls,
         sum(added_errors) AS failed, sum(added_duration_ns) AS ns
       FROM request_minutes WHERE minute = '2026-01-02 03:04:00' AND service_name IN ('a', 'b') GROUP BY service_name ORDER BY service_name`,
    );
    assert.deepEqual(rows, [
      { service_name: 'a', span_total: '4', stored: '3', left_out: 6, calls: 5, failed: 1, ns: 50 },
      { service_name: 'b', span_total: '1', stored: '1', left_out: 0, calls: 0, failed: 0, ns: 0 },
    ]);
  });
});
