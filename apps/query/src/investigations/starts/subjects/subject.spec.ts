import assert from 'node:assert/strict';
import fc from 'fast-check';
import { windowOf } from './subject.js';

const NOW = Date.parse('2026-02-01T12:00:00Z');
const time = fc.integer({ min: NOW - 86_400_000, max: NOW + 86_400_000 });

describe('the window of a subject', () => {
  it('is never empty, and ends at the present at the latest', () => {
    fc.assert(
      fc.property(time, fc.option(time), (startedAt, endedAt) => {
        const { start, end } = windowOf(new Date(startedAt), endedAt === null ? null : new Date(endedAt), NOW);
        assert.ok(start < end && end <= NOW);
      }),
    );
  });
});
