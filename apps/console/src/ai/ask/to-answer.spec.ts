import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toChart, toPage, toParts } from './to-answer.js';

const answer = (chart: string, columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]) => ({
  query: { operation: 'services.list', description: '', scope: '', view: { chart } },
  columns,
  rows,
});

describe('the picture of an answer', () => {
  it('is a figure, bars or a line', () => {
    assert.deepEqual(toChart(answer('number', ['count'], [{ count: 3 }])), { kind: 'number', name: 'count', value: 3 });
    assert.deepEqual(
      toChart(
        answer(
          'bar',
          ['name', 'p95'],
          [
            { name: 'a', p95: 1 },
            { name: null, p95: 2 },
          ],
        ),
      ),
      {
        kind: 'bar',
        name: 'p95',
        bars: [
          { name: 'a', value: 1 },
          { name: '–', value: 2 },
        ],
      },
    );
    const times = ['2026-11-01T00:00:00Z', '2026-11-01T01:00:00Z'];
    assert.deepEqual(
      toChart(
        answer(
          'line',
          ['timestamp', 'value'],
          times.map((timestamp) => ({ timestamp, value: 1 })),
        ),
      ),
      {
        kind: 'line',
        name: 'value',
        times: times.map((time) => Date.parse(time)),
        values: [1, 1],
      },
    );
  });

  it('is none for what only a table can show', () => {
    assert.equal(toChart(answer('table', ['name', 'n'], [{ name: 'a', n: 1 }])), undefined);
    assert.equal(toChart(answer('bar', ['name'], [{ name: 'a' }])), undefined);
    assert.equal(toChart(answer('number', ['count'], [])), undefined);
  });
});

describe('the page of a query', () => {
  const page = (operation: string, parameters: Readonly<Record<string, unknown>>) =>
    toPage({ operation, description: '', scope: '', parameters });

  it('has its times, environments and filters', () => {
    const times = { start_time: '2026-11-01T00:00:00Z', end_time: '2026-11-02T00:00:00Z' };
    const range = { from: times.start_time, to: times.end_time };
    assert.deepEqual(page('logs.query', { ...times, q: 'a', level: ['error'], service: ['checkout'], limit: 5 }), {
      to: 'logs',
      search: { env: [], ...range, q: 'a', level: ['error'], service: ['checkout'] },
    });
    const ofTraces = { environment: ['production'], operation: ['pay'], min_duration_ms: 500, sort_by: 'duration' };
    assert.deepEqual(page('traces.search', ofTraces), {
      to: 'traces',
      search: { env: ['production'], operation: ['pay'], min: '500' },
    });
    assert.deepEqual(page('agent_runs.list', { provider: 'openai', errors_only: true, distinct_id: 'u1' }), {
      to: 'ai',
      search: { env: [], provider: 'openai', errors: '1', person: 'u1' },
    });
  });

  it('is none if it cannot show all filters', () => {
    assert.equal(page('logs.query', { trace_id: '00' }), undefined);
    assert.equal(page('events.trends', {}), undefined);
  });
});

describe('the parts of a question', () => {
  it('are what was understood, and the rest', () => {
    const understood = [
      { start: 0, end: 7, meaning: 'order slow' },
      { start: 8, end: 16, meaning: 'services' },
    ];
    assert.deepEqual(toParts('slowest services now', understood), [
      { text: 'slowest', meaning: 'order slow' },
      { text: ' ' },
      { text: 'services', meaning: 'services' },
      { text: ' now' },
    ]);
  });

  it('are the whole question together', () => {
    const span = fc.record({ start: fc.nat(30), end: fc.nat(30), meaning: fc.string() });
    const spans = fc.array(span.filter(({ start, end }) => start < end));
    fc.assert(
      fc.property(fc.string({ minLength: 30, maxLength: 40 }), spans, (question, understood) => {
        assert.equal(
          toParts(question, understood)
            .map(({ text }) => text)
            .join(''),
          question,
        );
      }),
    );
  });
});
