import assert from 'node:assert/strict';
import fc from 'fast-check';
import { redactText } from './redact.js';

const characters = (set: string, minLength: number, maxLength = minLength) =>
  fc.string({ unit: fc.constantFrom(...set), minLength, maxLength });
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const ALNUM = `${LOWER}${LOWER.toUpperCase()}0123456789`;

/** Thirteen to nineteen digits with a Luhn check digit. */
const card = fc.tuple(characters('123456789', 1), characters('0123456789', 11, 17)).map(([first, rest]) => {
  const digits = [...first, ...rest].map(Number);
  const sum = digits
    .toReversed()
    .reduce((total, digit, i) => total + (i % 2 === 1 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
  return digits.join('') + String((10 - (sum % 10)) % 10);
});
const groupedCard = fc
  .tuple(card, fc.constantFrom(' ', '-', '.'))
  .map(([digits, by]) => digits.replace(/(\d{4})(?=\d)/g, `$1${by}`));
const email = fc
  .tuple(characters(`${ALNUM}_`, 1, 20), characters(LOWER, 1, 20), fc.constantFrom('com', 'co.uk', 'museum', 'io'))
  .map(([local, domain, top]) => `${local}@${domain}.${top}`);
const phone = fc
  .tuple(characters('23456789', 3), characters('23456789', 3), characters('0123456789', 4))
  .map(([a, b, c]) => `+1 (${a}) ${b}-${c}`);
const token = fc
  .tuple(fc.constantFrom('ghp_', 'npm_', 'sk_live_', 'AKIA'), characters(`${LOWER.toUpperCase()}0123456789`, 36))
  .map(([prefix, rest]) => (prefix === 'AKIA' ? prefix + rest.slice(0, 16) : prefix + rest));
const jwt = fc
  .tuple(fc.base64String({ minLength: 24, maxLength: 60 }), fc.base64String({ minLength: 24, maxLength: 60 }))
  .map(([body, sign]) => {
    const url = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    return `eyJhbGciOiJIUzI1NiJ9.${url(body)}.${url(sign)}`;
  });
const login = fc
  .tuple(characters(ALNUM, 1, 12), characters(ALNUM, 6, 20))
  .map(([user, password]) => `postgres://${user}:${password}@db.internal/x`);
const secret = fc.oneof(card, groupedCard, email, phone, token, jwt, login);

/** Other spellings of the same characters that users and pages use. */
const disguise = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
  (text) => [...text].join('\u200b'),
  (text) => text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))),
  (text) => text.replaceAll('-', '\u2011').replaceAll(' ', '\u00a0'),
);
const around = fc.constantFrom('', ' ', 'see ', '(', ', ', ' "', '\n', ' – ', '日本 ', 'x=');

it('redacts secrets in any context, position and spelling', () => {
  fc.assert(
    fc.property(
      secret,
      disguise,
      around,
      around,
      fc.string({ maxLength: 8 }),
      (plain, disguised, before, after, key) => {
        const hidden = disguised(plain);
        const out = redactText(`${before}${hidden}${after}`, key);
        const essence = /:\/\/([^@]+)@/.exec(hidden)?.[1] ?? hidden;
        assert.ok(!out.includes(essence), out);
      },
    ),
    { numRuns: 5000 },
  );
});

it('changes nothing when applied again', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(secret, around, fc.string({ unit: 'binary' }), fc.string())), (parts) => {
      const once = redactText(parts.join(''));
      assert.equal(redactText(once), once);
    }),
    { numRuns: 3000 },
  );
});

it('keeps words, small numbers, times and IDs', () => {
  const word = characters(LOWER, 1, 12);
  const near = fc.oneof(
    word,
    fc.nat(999_999).map(String),
    fc.uuid(),
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }).map((date) => date.toISOString()),
    fc.ipV4(),
    fc.tuple(word, word).map(([a, b]) => `https://${a}.example.com/${b}?page=2`),
    characters('0123456789abcdef', 32).filter((text) => /[a-f]/.test(text)),
  );
  fc.assert(
    fc.property(fc.array(near, { maxLength: 12 }), (parts) => {
      const text = parts.join(', ');
      assert.equal(redactText(text), text);
    }),
    { numRuns: 3000 },
  );
});
