import assert from 'node:assert/strict';
import { redactText } from './redact.js';

const CHARACTERS = 32_768;
/** A quadratic pattern takes seconds; caches shared with other work make a linear one half as slow again. */
const LIMIT_MS = 500;
const ATTEMPTS = 3;
const PIECES = [
  'a@',
  '@',
  'a%40',
  '"@',
  '1 ',
  '1-',
  '4111 ',
  '11111111111111111111',
  '+1 ',
  '+11111111 ',
  '00 1 ',
  '(415) ',
  '415-555-',
  'eyJ-',
  'eyJa.',
  'eyJaaaaaaaa.',
  'SG.aaaaaaaaaaaaaaaaa',
  'sk-',
  'xoxb-',
  '://',
  '://a:b',
  'pwd=',
  "pwd='",
  'pwd="',
  'token: ',
  'bearer ',
  'a=',
  '::::',
  'GB82 ',
  'GB11-',
  'aa11',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN ',
  '-----',
  'hooks.slack.com/services/',
  'deadbeefdeadbeef ',
  '\u200b',
  '１',
  '日',
  'a.',
  'a-',
  '20260115093011 ',
  '078-05-',
  '\\"token\\":',
  '%3d',
  'MNO.',
  '123456789:',
  '4111+',
  '4111%20',
  '4111&nbsp;',
  'cookie=',
  'cookie=a&',
  'cookie: a=b;',
  'cookie: a=b; c=d, ',
  '<password>',
  '<password ',
  '<a>x',
  '</',
  '{"name":"password",',
  '{"name":"password","value":"x',
  'tel:',
  'tel:415',
  '%2B1',
  'a%40b%2E',
  '@b%2E',
  'a%2540',
  '&commat;',
  '?pass=',
  'eyJa%2E',
  '😀',
  'ﷺ',
];

/** The least CPU time of this thread that redacting the text takes, in milliseconds. No attempt follows one within the limit. */
function redactingMs(text: string): number {
  let least = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && least > LIMIT_MS; attempt++) {
    const before = process.threadCpuUsage();
    redactText(text);
    redactText(text, 'phone');
    redactText(text, 'run_id');
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

it('takes time linear in the length of any text', () => {
  for (const piece of PIECES)
    for (const end of ['', 'x', '@a.co']) {
      const text = piece.repeat(Math.ceil(CHARACTERS / piece.length)) + end;
      redactText(text.slice(-4096));
      const ms = redactingMs(text);
      assert.ok(ms <= LIMIT_MS, `${piece}${end}: ${ms.toFixed(0)} ms`);
    }
});

it('takes little more time for a megabyte of at signs than for one of letters', () => {
  const [signs, letters] = ['@', 'a'].map((piece) => {
    const text = piece.repeat(1_000_000);
    redactText(text.slice(-4096));
    return Math.max(1, redactingMs(text));
  });
  assert.ok(signs !== undefined && letters !== undefined);
  assert.ok(signs < 8 * letters, `${signs.toFixed(0)} ms, not ${letters.toFixed(0)} ms`);
});
