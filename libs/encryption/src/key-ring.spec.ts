import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createKeyRing, generateKey } from './key-ring.js';

const OLD = generateKey('old');
const NEW = generateKey('new');

describe('the key ring', () => {
  const ring = createKeyRing(OLD);

  it('opens what it sealed, whatever it is, and seals nothing twice alike', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (secret, place) => {
        const sealed = ring.seal(secret, place);
        assert.equal(ring.open(sealed, place), secret);
        assert.notEqual(ring.seal(secret, place), sealed);
      }),
    );
  });

  it('opens nothing that was changed in any character, cut, or moved to another place', () => {
    const sealed = ring.seal('a secret', 'row-1');
    assert.throws(() => ring.open(sealed, 'row-2'));
    for (let index = 0; index < sealed.length; index += 1) {
      const other = sealed[index] === 'A' ? 'B' : 'A';
      const changed = sealed.slice(0, index) + other + sealed.slice(index + 1);
      // The last character's unused bits say nothing.
      if (index < sealed.length - 1) assert.throws(() => ring.open(changed, 'row-1'), String(index));
      assert.throws(() => ring.open(sealed.slice(0, index), 'row-1'));
    }
  });

  it('opens under a new key what the old one sealed, and says that it should be sealed again', () => {
    const sealed = ring.seal('a secret', 'row-1');
    const rotated = createKeyRing(`${NEW},${OLD}`);
    assert.equal(rotated.open(sealed, 'row-1'), 'a secret');
    assert.ok(!sealed.startsWith(rotated.currentPrefix));
    const again = rotated.seal(rotated.open(sealed, 'row-1'), 'row-1');
    assert.ok(again.startsWith(rotated.currentPrefix));
    assert.throws(() => ring.open(again, 'row-1'));
    assert.equal(createKeyRing(NEW).open(again, 'row-1'), 'a secret');
  });

  it('refuses what is no ring, without repeating it', () => {
    for (const text of [
      '',
      'sentinel',
      'a=sentinel',
      `${OLD},`,
      `${OLD},${OLD}`,
      `${OLD} `,
      `bad id=${OLD.slice(4)}`,
    ]) {
      assert.throws(
        () => createKeyRing(text),
        (error) => error instanceof Error && !error.message.includes('sentinel'),
        text,
      );
    }
  });

  it('says nothing of the secret when it does not open', () => {
    try {
      ring.open('v1.old.sentinel', 'row-1');
      assert.fail('opened');
    } catch (error) {
      assert.ok(error instanceof Error && !error.message.includes('sentinel'));
    }
  });
});
