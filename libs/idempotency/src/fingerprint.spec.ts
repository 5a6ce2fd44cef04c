import assert from 'node:assert/strict';
import { fingerprint } from './fingerprint.js';

const of = (body: unknown, operation = 'o', path = '/p'): string =>
  Buffer.from(fingerprint({ operation, path, body })).toString('hex');

describe('fingerprint', () => {
  it('ignores the order of members and absent members', () => {
    assert.equal(of({ a: 1, b: { c: [1, 2], d: null } }), of({ b: { d: null, c: [1, 2] }, a: 1, e: undefined }));
    assert.equal(of({ 2: 'x', 1: 'y' }), of({ 1: 'y', 2: 'x' }));
  });

  it('differs for anything else', () => {
    const bodies = [
      {},
      [],
      null,
      { a: 1 },
      { a: '1' },
      { a: null },
      { a: [] },
      { a: {} },
      { a: [1, 2] },
      { a: [2, 1] },
      { a: ['object', ['b', 1]] },
      { a: { b: 1 } },
      { b: 1 },
      JSON.parse('{"__proto__": 1}'),
      JSON.parse('{"__proto__": 2}'),
    ];
    assert.equal(new Set(bodies.map((body) => of(body))).size, bodies.length);
    assert.notEqual(of({}, 'o'), of({}, 'p'));
    assert.notEqual(of({}, 'o', '/p'), of({}, 'o', '/q'));
  });
});
