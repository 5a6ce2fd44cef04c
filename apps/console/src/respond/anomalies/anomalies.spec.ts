import assert from 'node:assert/strict';
import type { AnomalyFinding } from '../../gen/api.js';
import { explainAnomaly, nameFigure, refuseAnomaly, toWriter } from './describe-anomaly.js';
import { toChartBounds, toMeasurement, toRecords } from './to-measurement.js';
import { toLines, toWindows } from './to-series.js';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-01T12:00:00Z');
const FINDING = {
  detector: 'log_volume',
  labels: { service_name: 'checkout' },
  direction: 'up',
  severity: 'critical',
  observed: 200,
  expected: 10,
  score: 12.34,
  baseline: 'hours',
  windows: 3,
  started_at: new Date(START).toISOString(),
  last_seen_at: new Date(START + 900_000).toISOString(),
} as unknown as AnomalyFinding;
const of = (detector: string, labels: Readonly<Record<string, string>> = { service_name: 'checkout' }) => ({
  ...FINDING,
  detector,
  labels,
});

describe('An anomaly', () => {
  it('says with what it was compared, how far it is from it, and why it is as severe as it is', () => {
    const [baseline, distance, severity] = explainAnomaly(FINDING);
    assert.match(baseline ?? '', /the last hours/);
    assert.equal(
      distance,
      'The window that deviated most is 12 times the usual deviation of the series above it. 3 windows of five minutes deviated.',
    );
    assert.match(severity ?? '', /^It is critical/);
    const [, below, warning] = explainAnomaly({ ...FINDING, direction: 'down', windows: 1, severity: 'warning' });
    assert.match(below ?? '', /below it. One window/);
    assert.match(warning ?? '', /^It is a warning/);
  });

  it('has values in the unit of its figure', () => {
    assert.equal(toWriter(of('error_ratio'))(0.125), '12.5%');
    assert.equal(toWriter(of('latency'))(1240), '1.24 s');
    assert.equal(toWriter(of('model_cost', { unit: 'usd' }))(1.5), '$1.5');
    assert.equal(nameFigure(of('model_cost', { unit: 'tokens' })), 'Tokens in five minutes');
    assert.equal(nameFigure(of('later')), 'later');
  });

  it.each([
    ['acknowledge', 'open'],
    ['resolve', 'open acknowledged'],
  ] as const)('can be changed by %s while it is %s', (action, expected) => {
    const statuses = ['open', 'acknowledged', 'resolved'];
    assert.equal(statuses.filter((status) => refuseAnomaly(action, status) === undefined).join(' '), expected);
  });

  it('is charted from hours before it until a little after it, not beyond now, and for a day at most', () => {
    const nowMs = START + 10 * HOUR_MS;
    assert.deepEqual(toChartBounds(FINDING, nowMs), { startMs: START - 4 * HOUR_MS, endMs: START + 2_700_000 });
    assert.equal(toChartBounds(FINDING, START + 1_000_000)?.endMs, START + 1_000_000);
    const lasting = { ...FINDING, last_seen_at: new Date(START + 50 * HOUR_MS).toISOString() };
    assert.equal(toChartBounds(lasting, START + 60 * HOUR_MS)?.endMs, START + 20 * HOUR_MS);
    const { last_seen_at: _, ...unseen } = FINDING;
    assert.equal(toChartBounds(unseen, nowMs), undefined);
  });

  it('is measured again as its detector has measured it, where the interface has windows of five minutes', () => {
    const bounds = { startMs: START, endMs: START + HOUR_MS };
    assert.equal(toMeasurement(of('calls'), bounds).traces?.query?.q, 'request:yes');
    assert.deepEqual(toMeasurement(of('error_logs'), bounds).logs?.query?.level, ['error', 'fatal']);
    for (const none of [of('event_volume', { event: 'paid' }), of('pattern_volume'), of('calls', { service_name: '' })])
      assert.deepEqual(toMeasurement(none, bounds), {});
  });

  it('leads to the records of the windows that deviated', () => {
    assert.deepEqual(toRecords(of('error_ratio')), {
      to: 'traces',
      search: {
        from: '2026-11-01T12:00:00Z',
        to: '2026-11-01T12:15:00Z',
        service: ['checkout'],
        q: 'request:yes status:error',
      },
    });
    assert.equal(toRecords(of('event_volume', { event: 'paid' }))?.to, 'customers');
    assert.equal(toRecords(of('later')), undefined);
  });

  it('has lines without the window that has not ended, and the expectation where it deviated', () => {
    const point = (minutes: number, count: number, errors: number) => ({
      timestamp: new Date(START + minutes * 60_000).toISOString(),
      count,
      error_count: errors,
      p50_ms: 1,
      p95_ms: 2,
      p99_ms: 3,
    });
    const traces = { groups: [{ series: [point(5, 10, 5), point(0, 0, 0), point(10, 1, 1)] }] } as never;
    const bounds = { startMs: START, endMs: START + 600_000 };
    const windows = toWindows(of('error_ratio'), bounds, traces, undefined);
    assert.deepEqual(windows, { times: [START, START + 300_000], values: [undefined, 0.5] });
    assert.deepEqual(toWindows(of('latency'), bounds, traces, undefined).values, [2, 2]);
    const [, expected] = toLines(windows, { startMs: START + 300_000, endMs: START + 600_000 }, 0.1);
    assert.deepEqual(expected?.values, [undefined, 0.1]);
  });
});
