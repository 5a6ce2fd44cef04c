import assert from 'node:assert/strict';
import { SECTIONS, toSection } from './sections.js';

describe('the section of an address', () => {
  it('is the one that is named, even if the role cannot read it', () => {
    for (const { id } of SECTIONS)
      assert.equal(
        toSection(id, () => false),
        id,
      );
  });

  it('is the first that the role can read where none is named', () => {
    assert.equal(
      toSection('', () => true),
      'keys',
    );
    assert.equal(
      toSection('nothing', (scope) => scope === 'usage:read'),
      'usage',
    );
  });
});
