import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { isId } from './id.js';

describe('isId', () => {
  it('accepts a single spelling', () => {
    const id = randomUUID();
    assert.ok(isId(id));
    const others = [
      '',
      'x',
      id.replaceAll('-', ''),
      `{${id}}`,
      `urn:uuid:${id}`,
      `${id}\n`,
      ` ${id}`,
      `${id}0`,
      '\u0000',
    ];
    for (const text of [...others, '0190A0B0-0000-7000-8000-000000000000', '０190a0b0-0000-7000-8000-000000000000'])
      assert.ok(!isId(text), JSON.stringify(text));
  });
});
