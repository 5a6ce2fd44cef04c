import assert from 'node:assert/strict';
import { toName, toPropertyText } from './names.js';

describe('names of customers', () => {
  it.each([
    [{ name: 'Ada', email: 'ada@example.com' }, 'Ada'],
    [{ name: ' ', email: 'ada@example.com' }, 'ada@example.com'],
    [{ name: 7 }, 'u-1'],
    [{}, 'u-1'],
    [undefined, 'u-1'],
  ])('are the name, the e-mail address or the ID: %j', (properties, expected) => {
    assert.equal(toName(properties, 'u-1'), expected);
  });

  it('leave properties of any type legible', () => {
    const properties = { plan: 'pro', seats: 9007199254740993n, none: null, list: [1, true] };
    assert.deepEqual(
      ['plan', 'seats', 'none', 'list', 'absent'].map((name) => toPropertyText(properties, name)),
      ['pro', '9007199254740993', '', '[1,true]', ''],
    );
  });
});
