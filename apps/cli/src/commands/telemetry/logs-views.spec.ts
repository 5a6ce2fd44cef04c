import assert from 'node:assert/strict';
import type { RestCommand } from '../../command/command.js';
import { printAnswer } from '../../print/answer.js';
import { createColors } from '../../print/layout/colors.js';
import type { Json } from '../../runtime/values/json.js';
import { aggregate } from './logs-aggregate.js';
import { context } from './logs-context.js';
import { fields } from './logs-fields.js';
import { patterns } from './logs-patterns.js';
import { tail } from './logs-tail.js';

const shown = (command: RestCommand, answer: Json): Promise<string> =>
  printAnswer(answer, 'table', command.view, { width: undefined, colors: createColors(false) });

describe('views of logs', () => {
  it('shows each group of logs aggregate with its share, and the rest', async () => {
    const answer: Json = {
      groups: [
        { values: { service: 'cart', level: 'error' }, count: 1500 },
        { values: { level: 'info' }, count: 300 },
      ],
      rest: { group_count: 7, count: 200 },
      total: 2000,
      group_by: ['service', 'level'],
    };
    assert.equal(
      await shown(aggregate, answer),
      'GROUP                      RECORDS  SHARE\n' +
        'service=cart level=error     1,500   75 %\n' +
        'service=(none) level=info      300   15 %\n' +
        '(7 more groups)                200   10 %\n',
    );
    assert.equal(
      await shown(aggregate, { groups: [], rest: { group_count: 0, count: 0 }, total: 0, group_by: ['service'] }),
      'No log records in this window.\n',
    );
  });

  it('shows each field of logs fields with its most frequent values', async () => {
    const values = [
      { value: '/a', count: 2000 },
      { value: '/b', count: 1 },
    ];
    const answer = {
      fields: [{ name: 'http.route', source: 'attribute', kind: 'string', count: 2001, cardinality: 2, values }],
    };
    assert.equal(
      await shown(fields, answer),
      'FIELD       SOURCE     KIND    RECORDS  DISTINCT  MOST FREQUENT\n' +
        'http.route  attribute  string    2,001         2  /a (2,000), /b (1)\n',
    );
  });

  it('draws the trend of each pattern of logs patterns', async () => {
    const trend = [0, 1, 50, 100].map((count) => ({ count }));
    const answer = { patterns: [{ template: 'user <number> left', count: 151, share: 0.5, level: 'warn', trend }] };
    assert.equal(
      await shown(patterns, answer),
      'RECORDS  SHARE  LEVEL  TREND  PATTERN\n    151   50 %  warn    ▁▄█   user <number> left\n',
    );
  });

  it('marks the requested record of logs context', async () => {
    const answer = {
      before: [{ timestamp: '2026-01-31T09:00:00Z', level: 'info', body: 'a' }],
      log: { timestamp: '2026-01-31T09:00:00.5Z', level: 'error', body: 'b' },
      after: [{ timestamp: '2026-01-31T09:00:01Z', body: 'c' }],
    };
    assert.equal(
      await shown(context, answer),
      '   TIME                      LEVEL  BODY\n' +
        '   2026-01-31T09:00:00.000Z  info   a\n' +
        '→  2026-01-31T09:00:00.500Z  error  b\n' +
        '   2026-01-31T09:00:01.000Z         c\n',
    );
  });

  it('shows short times in logs tail on a terminal, and a line when the day changes', () => {
    const lines = (width: number | undefined): string => {
      const show = tail.events?.start({ width, colors: createColors(false) }) ?? assert.fail();
      const times = ['2026-01-31T23:59:59.9994Z', '2026-01-31T23:59:59.9999Z', '2026-02-01T00:00:00Z', '?'];
      return times.map((timestamp) => show({ name: 'log', data: { timestamp, level: 'info', body: 'b' } })).join('');
    };
    assert.equal(
      lines(80),
      '2026-01-31 UTC\n23:59:59.999  info   b\n23:59:59.999  info   b\n2026-02-01 UTC\n00:00:00.000  info   b\n?  info   b\n',
    );
    assert.ok(lines(undefined).startsWith('2026-01-31T23:59:59.999Z  info   b\n'));
  });
});
