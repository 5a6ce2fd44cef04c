import assert from 'node:assert/strict';
import fc from 'fast-check';
import { refuseSlug, toSlug } from './project-slug.js';

describe('the short name of a project', () => {
  it.each([
    ['Web shop', 'web-shop'],
    ['  Café Zürich (2) ', 'cafe-zurich-2'],
    ['!!!', ''],
  ])('is made of its name: %p', (name, slug) => assert.equal(toSlug(name), slug));

  it('is valid whatever the name is, if there is one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
        const slug = toSlug(name);
        assert.ok(slug === '' || slug === 'current' || refuseSlug(slug, []) === undefined, slug);
      }),
    );
  });

  it.each(['', 'A', '-a', 'a-', 'a'.repeat(64), 'current', '01a22abf-4bf7-7691-aa00-38dcd681744e', 'shop'])(
    'is refused: %p',
    (slug) => assert.notEqual(refuseSlug(slug, ['shop']), undefined),
  );
});
