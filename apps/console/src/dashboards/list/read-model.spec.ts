import assert from 'node:assert/strict';
import { readModel } from './read-model.js';

describe('the model of a dashboard to import', () => {
  it.each([
    ['', /Paste/],
    ['{"panels": [', /not JSON/],
    ['[1]', /not an object/],
    ['null', /not an object/],
  ])('%s is refused with what would be right', (text, expected) => {
    assert.match(readModel(text).fault ?? '', expected);
  });

  it('is any object', () => {
    assert.deepEqual(readModel('{"title":"a"}'), { model: { title: 'a' } });
  });

  it('keeps numbers beyond 2^53 exactly', () => {
    assert.deepEqual(readModel('{"id":9007199254740993}'), { model: { id: 9007199254740993n } });
  });
});
