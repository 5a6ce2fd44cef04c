import assert from 'node:assert/strict';
import { toEventsQuery } from './events-query.js';

describe('the query of events', () => {
  it.each([
    ['plan:pro', [], 'plan:pro'],
    ['', ['a', 'b'], 'environment:"a" OR environment:"b"'],
    ['plan:pro', ['a'], 'plan:pro AND (environment:"a")'],
    ['a OR b', ['a'], '(a OR b) AND (environment:"a")'],
    ['', ['a"b\\'], 'environment:"a\\"b\\\\"'],
  ])('keeps %j within the environments %j', (q, env, expected) => {
    assert.equal(toEventsQuery(q, env), expected);
  });
});
