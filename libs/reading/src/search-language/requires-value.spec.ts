import assert from 'node:assert/strict';
import { requiresValue } from './requires-value.js';

describe('a required value', () => {
  const cases: [query: string, requires: boolean][] = [
    ['', false],
    ['request:yes', true],
    ['service:a request:yes', true],
    ['(service:a OR service:b) AND (request:yes AND name:x)', true],
    ['request:yes OR service:a', false],
    ['NOT request:yes', false],
    ['request:no', false],
    ['request:y*', false],
    ['yes', false],
  ];
  for (const [query, requires] of cases) {
    it(`is ${requires ? '' : 'not '}found in: ${query}`, () => {
      assert.equal(requiresValue(query, 'request', 'yes'), requires);
    });
  }
});
