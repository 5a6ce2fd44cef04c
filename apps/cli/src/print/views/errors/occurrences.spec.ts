import assert from 'node:assert/strict';
import { createColors } from '../../layout/colors.js';
import { printOccurrences } from './occurrences.js';

const page = { width: undefined, colors: createColors(false) };

describe('printOccurrences', () => {
  it('shows a bar for each bucket, also for the smallest count', () => {
    const point = (hour: number, count: number) => ({ timestamp: `2026-01-31T0${hour}:00:00Z`, count });
    const answer = { interval: '1h', total: 1201, points: [point(1, 0), point(2, 1), point(3, 1200)] };
    assert.equal(
      printOccurrences(answer, page),
      [
        '1,201 errors  every 1h',
        '2026-01-31T01:00:00Z      0',
        '2026-01-31T02:00:00Z      1  █',
        `2026-01-31T03:00:00Z  1,200  ${'█'.repeat(40)}`,
        '',
      ].join('\n'),
    );
  });

  it('joins buckets without errors that follow each other', () => {
    const points = [0, 0, 0, 2, 0].map((count, hour) => ({ timestamp: `2026-01-31T0${hour}:00:00Z`, count }));
    assert.equal(
      printOccurrences({ interval: '1h', total: 2, points }, { ...page, width: 40 }),
      [
        '2 errors  every 1h',
        '2026-01-31T00:00:00Z  0  and 2 more',
        `2026-01-31T03:00:00Z  2  ${'█'.repeat(15)}`,
        '2026-01-31T04:00:00Z  0',
        '',
      ].join('\n'),
    );
  });

  it('shows a window without errors', () => {
    assert.equal(printOccurrences({ interval: '15m', total: 0, points: [] }, page), '0 errors  every 15m\n');
  });
});
