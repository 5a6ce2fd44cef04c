import assert from 'node:assert/strict';
import { parseVariables } from './settings-form.js';

describe('the variables of a dashboard as they are typed', () => {
  it('have a default after the first equals sign, or none', () => {
    assert.deepEqual(parseVariables('service = a=b\n\nregion'), {
      variables: [
        { name: 'service', default: 'a=b' },
        { name: 'region', default: '' },
      ],
    });
  });

  it.each([
    ['1a=b', /no name/],
    ['a b', /no name/],
    ['a\na=1', /same name/],
    [Array.from({ length: 21 }, (_, nth) => `v${nth}`).join('\n'), /at most 20/],
  ])('%j is refused with what would be right', (text, expected) => {
    assert.match(parseVariables(text).fault ?? '', expected);
  });
});
