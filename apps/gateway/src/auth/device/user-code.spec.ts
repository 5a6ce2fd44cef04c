import assert from 'node:assert/strict';
import { formatUserCode, generateUserCode, parseUserCode } from './user-code.js';

it('generates eight consonants that no two people write differently', () => {
  const codes = Array.from({ length: 500 }, generateUserCode);
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) assert.match(code, /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
});

it('reads a code however it is typed', () => {
  const code = generateUserCode();
  const shown = formatUserCode(code);
  assert.match(shown, /^[A-Z]{4}-[A-Z]{4}$/);
  for (const typed of [code, shown, shown.toLowerCase(), ` ${shown.replace('-', ' ')} `, shown.split('').join(' ')]) {
    assert.equal(parseUserCode(typed), code);
  }
});

it('rejects a text that cannot be a code', () => {
  for (const typed of ['', 'BCDF', 'BCDF-GHJKL', 'AEIO-UAEI', 'BCDF-GHJ0'])
    assert.equal(parseUserCode(typed), undefined);
});
