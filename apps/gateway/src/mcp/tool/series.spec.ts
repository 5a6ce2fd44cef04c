import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import { MetricsQueryResponseSchema, operation } from '@svc/contract';
import { encodeAnswer } from '../result/encode-answer.js';
import { describeSeries, latestPoints } from './series.js';

const SERIES = 40;
const POINTS = 288;
const answer = create(MetricsQueryResponseSchema, {
  series: Array.from({ length: SERIES }, (_, index) => ({
    labels: { host: `h${index}` },
    points: Array.from({ length: POINTS }, (_, at) => ({
      timestamp: { seconds: BigInt(1_767_225_600 + at * 300) },
      // A gap at the beginning, the greatest value near the end, the least one last.
      ...(at >= 10 && { value: at === POINTS - 1 ? -1 - index : at === 280 ? 9_000 + index : at }),
    })),
  })),
});

describe('figures of series', () => {
  it('are over all points of all series, not over those that an answer is shortened to', () => {
    const rows = describeSeries(answer.series);
    assert.equal(rows.length, SERIES);
    for (const [index, row] of rows.entries())
      assert.deepEqual(row, {
        series: index + 1,
        labels: { host: `h${index}` },
        last: -1 - index,
        min: -1 - index,
        max: 9_000 + index,
        points_with_data: POINTS - 10,
      });
  });

  it('have no figures but the number of points if no point has a value', () => {
    const { series } = create(MetricsQueryResponseSchema, { series: [{ points: [{}, {}] }] });
    assert.deepEqual(describeSeries(series), [{ series: 1, labels: {}, points_with_data: 0 }]);
    assert.deepEqual(latestPoints(series), { rows: [], total: 0 });
  });

  it('come with the latest points of each series, and the number of all', () => {
    const { rows, total } = latestPoints(answer.series);
    assert.equal(total, SERIES * (POINTS - 10));
    assert.deepEqual(rows[0], { series: 1, timestamp: '2026-01-01T23:55:00Z', value: -1 });
    assert.deepEqual(
      rows.slice(0, SERIES).map(({ series }) => series),
      Array.from({ length: SERIES }, (_, at) => at + 1),
    );
    assert.equal(rows[SERIES]?.['timestamp'], '2026-01-01T23:50:00Z');
  });

  it('would be wrong without the whole answer, whose encoding says which lists are cut', () => {
    const { counts, cutLists } = encodeAnswer(operation('metrics.query'), answer);
    assert.deepEqual([counts, cutLists], [{ series: SERIES }, ['series.points']]);
  });
});
