import assert from 'node:assert/strict';
import { describeBucket, toJson } from './usage.js';

describe('parts of messages', () => {
  it('are trees where they are JSON', () => {
    assert.deepEqual(toJson('{"a":[1]}'), { a: [1] });
    assert.deepEqual(toJson(' [1]'), [1]);
    assert.deepEqual(toJson('[9007199254740993]'), [9007199254740993n]);
    for (const text of ['hello', '1', '"a"', '{broken', '[DONE']) assert.equal(toJson(text), undefined);
  });
});

it('buckets of usage are words', () => assert.equal(describeBucket('input_cache_read'), 'input cache read'));
