import assert from 'node:assert/strict';
import fc from 'fast-check';
import { complete, faultPosition, suggest } from './completion.js';

const FIELDS = [
  {
    name: 'level',
    count: 900,
    values: [
      { value: 'error', count: 20 },
      { value: 'info', count: 880 },
    ],
  },
  { name: 'service', count: 900, values: [{ value: 'payment service', count: 900 }] },
  { name: 'http.level', count: 5, values: [] },
];

function labels(query: string): readonly string[] {
  return suggest(query, query.length, FIELDS).map(({ label }) => label);
}

describe('completion of a query', () => {
  it('suggests fields, those that begin with the text first', () => {
    assert.deepEqual(labels('lev'), ['level', 'http.level']);
    assert.deepEqual(labels('timeout AND lev'), ['level', 'http.level']);
  });

  it('suggests the values of a field', () => {
    assert.deepEqual(labels('level:'), ['error', 'info']);
    assert.deepEqual(labels('level:er'), ['error']);
    assert.deepEqual(labels('service:"pay'), ['payment service']);
  });

  it('suggests operators only after a term', () => {
    assert.deepEqual(labels('timeout A'), ['AND']);
    assert.deepEqual(labels('A'), []);
    assert.deepEqual(labels('timeout AND O'), []);
  });

  it('replaces the word at the cursor and quotes what needs it', () => {
    const [first] = suggest('service:pay AND x', 11, FIELDS);
    assert.deepEqual(first && complete('service:pay AND x', first), {
      query: 'service:"payment service" AND x',
      cursor: 26,
    });
    const [field] = suggest('lev', 1, FIELDS);
    assert.deepEqual(field && complete('lev', field), { query: 'level:', cursor: 6 });
  });

  it('takes every text and every cursor', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (query, at) => {
        const cursor = at % (query.length + 1);
        for (const suggestion of suggest(query, cursor, FIELDS)) {
          assert.ok(suggestion.start <= cursor && suggestion.end >= cursor);
          complete(query, suggestion);
        }
      }),
    );
  });

  it('reads the position of a fault', () => {
    assert.equal(faultPosition('q: at position 7: this quotation mark is not closed'), 6);
    assert.equal(faultPosition('limit: must be positive'), undefined);
  });
});
