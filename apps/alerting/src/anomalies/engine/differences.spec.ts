import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import { MeasurementResultSchema } from '@svc/contract';
import { findDifferences } from './differences.js';

const result = (attribute: string, counts: Readonly<Record<string, number>>) =>
  create(MeasurementResultSchema, {
    series: Object.entries(counts).map(([value, count]) => ({
      labels: value === '' ? {} : { [attribute]: value },
      values: [count],
      samples: [BigInt(count)],
    })),
  });
const compare = (attribute: string, before: Record<string, number>, now: Record<string, number>) => ({
  attribute,
  before: result(attribute, before),
  now: result(attribute, now),
});

describe('the differences of a finding', () => {
  it('lists the values whose share grew, the greatest difference first', () => {
    const found = findDifferences([
      compare('release', { v1: 100 }, { v1: 100, v2: 300 }),
      compare('environment', { production: 90, staging: 10 }, { production: 400 }),
      compare('http.response.status_code', { '200': 95, '500': 5 }, { '200': 200, '500': 200 }),
    ]);
    assert.deepEqual(
      found.map(({ attribute, value, shareBefore, shareNow }) => [attribute, value, shareBefore, shareNow]),
      [
        ['release', 'v2', 0, 0.75],
        ['http.response.status_code', '500', 0.05, 0.5],
        ['environment', 'production', 0.9, 1],
      ],
    );
  });

  it('lists at most five values', () => {
    const now = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`r${index}`, 10]));
    assert.equal(findDifferences([compare('release', { old: 1 }, now)]).length, 5);
  });

  it('returns an empty list if nothing was measured', () => {
    assert.deepEqual(findDifferences([compare('release', { old: 1 }, {})]), []);
    assert.deepEqual(findDifferences([compare('release', {}, {})]), []);
  });
});
