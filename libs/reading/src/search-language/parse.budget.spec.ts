import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import { fragments } from './fragments.fixture.js';
import { parseSearch } from './parse.js';

const LIMIT_MS = 50;
/** The compiler or a collection of garbage can fall into any attempt. */
const ATTEMPTS = 5;

/** The least CPU time of this thread that parsing the query takes, in milliseconds. */
function parsingMs(query: string): number {
  const costs = Array.from({ length: ATTEMPTS }, () => {
    const before = process.threadCpuUsage();
    try {
      parseSearch(query);
    } catch (error) {
      assert.ok(error instanceof ServiceError, String(error));
    }
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...costs);
}

describe('parseSearch', () => {
  it('parses or refuses any string quickly', () => {
    for (const some of fc.sample(fragments, 500)) {
      const query = some.join('');
      assert.ok(parsingMs(query) < LIMIT_MS, query);
    }
  });

  it('parses or refuses the longest queries in a few milliseconds', () => {
    for (const unit of ['(a)', '(', '-', 'a:', '"a"', '\\a', 'a/', '(a OR b) AND ', '*'])
      assert.ok(parsingMs(unit.repeat(Math.floor(4096 / unit.length))) < LIMIT_MS, unit);
  });
});
