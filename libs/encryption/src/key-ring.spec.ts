import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createKeyRing, generateKey, SEAL_BYTES } from './key-ring.js';

const OLD = generateKey('old');
const NEW = generateKey('new');

describe('key ring', () => {
  const ring = createKeyRing(OLD);

  it('opens values that it sealed, and never produces the same text twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (secret, place) => {
        const sealed = ring.seal(secret, place);
        assert.equal(ring.open(sealed, place), secret);
        assert.notEqual(ring.seal(secret, place), sealed);
      }),
    );
  });

  it('seals and opens bytes of any length, and lets other work run between the slices of large ones', async () => {
    for (const length of [0, 1, 4 * 1024 * 1024, 9 * 1024 * 1024 + 1]) {
      const bytes = Buffer.alloc(length, 'x');
      let turns = 0;
      const counting = setInterval(() => turns++, 0);
      const sealed = await ring.sealBytes(bytes, 'row-1');
      const opened = await ring.openBytes(sealed, 'old', 'row-1');
      clearInterval(counting);
      assert.equal(sealed.length, length + SEAL_BYTES);
      assert.ok(opened.equals(bytes));
      assert.ok(turns > 0 || length <= 4 * 1024 * 1024, `${turns} turns`);
      await assert.rejects(ring.openBytes(sealed, 'old', 'row-2'));
      await assert.rejects(ring.openBytes(sealed.subarray(0, -1), 'old', 'row-1'));
    }
  });

  it('rejects a text that was changed, truncated or moved to another place', () => {
    const sealed = ring.seal('a secret', 'row-1');
    assert.throws(() => ring.open(sealed, 'row-2'));
    for (let index = 0; index < sealed.length; index += 1) {
      const other = sealed[index] === 'A' ? 'B' : 'A';
      const changed = sealed.slice(0, index) + other + sealed.slice(index + 1);
      // The unused bits of the last character carry no information.
      if (index < sealed.length - 1) assert.throws(() => ring.open(changed, 'row-1'), String(index));
      assert.throws(() => ring.open(sealed.slice(0, index), 'row-1'));
    }
  });

  it('opens texts of an old key after a rotation, and reports that they should be sealed again', () => {
    const sealed = ring.seal('a secret', 'row-1');
    const rotated = createKeyRing(`${NEW},${OLD}`);
    assert.equal(rotated.open(sealed, 'row-1'), 'a secret');
    assert.ok(!sealed.startsWith(rotated.currentPrefix));
    const again = rotated.seal(rotated.open(sealed, 'row-1'), 'row-1');
    assert.ok(again.startsWith(rotated.currentPrefix));
    assert.throws(() => ring.open(again, 'row-1'));
    assert.equal(createKeyRing(NEW).open(again, 'row-1'), 'a secret');
  });

  it('rejects an invalid ring without repeating it', () => {
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

  it('does not reveal the secret when opening fails', () => {
    try {
      ring.open('v1.old.sentinel', 'row-1');
      assert.fail('opened');
    } catch (error) {
      assert.ok(error instanceof Error && !error.message.includes('sentinel'));
    }
  });
});
