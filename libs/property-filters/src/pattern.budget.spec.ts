import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compilePattern } from './pattern.js';

const LIMIT_MICROSECONDS = 50_000;
const PATTERNS = ['[ab]*a[ab]{8}$', '[ab]*a[ab]{64}$', '[ab]*a[ab]{200}$', '(?:\\w?){1,60}$', '(?i)[^x]*a[^y]{30}\\b$'];

describe('a pattern', () => {
  it('searches any string in a few milliseconds', () => {
    for (const text of PATTERNS) {
      for (const length of [100, 200, 500, 1000, 2000, 4096]) {
        const exactly = { minLength: length, maxLength: length };
        const [sought = ''] = fc.sample(fc.string({ unit: fc.constantFrom('a', 'b'), ...exactly, size: 'max' }), 1);
        // A collection of garbage can fall into any run, so the least of a few counts; each has an automaton of its own to build.
        const costs = Array.from({ length: 5 }, () => {
          const pattern = compilePattern(text);
          assert.ok(pattern, text);
          const before = process.threadCpuUsage();
          pattern.test(sought);
          const { user, system } = process.threadCpuUsage(before);
          return user + system;
        });
        assert.ok(
          Math.min(...costs) < LIMIT_MICROSECONDS,
          `${text} took ${costs.join(', ')} µs for ${length} characters`,
        );
      }
    }
  });
});
