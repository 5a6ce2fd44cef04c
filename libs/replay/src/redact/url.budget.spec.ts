import assert from 'node:assert/strict';
import { visitCss } from '../assets/css-assets.js';
import { redactCss } from './css.js';
import { redactSourceSet, redactUrl } from './url.js';

/** Texts of this length take a few milliseconds; where the time grows with the square of the length, they take seconds. */
const LENGTH = 200_000;
const LIMIT_MICROSECONDS = 600_000;

const UNITS = [
  ',',
  ', ',
  ',a',
  ', a',
  ' ',
  'a',
  '1.',
  '1 ',
  '/',
  '//',
  '?',
  '#',
  '&',
  '=',
  'a=b&',
  ';',
  '@',
  '://',
  '%',
  '%25',
  '+',
  ':',
];
const CSS_UNITS = [
  'url(',
  'url("',
  'url( ',
  'src(',
  '@import ',
  '@import "',
  '"//',
  "'//a",
  '"a://',
  '/*',
  '*/',
  '\\',
  ')',
  '"',
  '{}',
  'a{b:url(c)}',
];

describe('redaction of addresses', () => {
  const cases: [string, readonly string[], (text: string) => unknown][] = [
    ['redactUrl', UNITS, (text) => redactUrl(text, new Set(['a']))],
    ['redactSourceSet', UNITS, (text) => redactSourceSet(`${text} 1x`)],
    ['redactCss', [...UNITS, ...CSS_UNITS], (text) => redactCss(text)],
    [
      'visitCss',
      [...UNITS, ...CSS_UNITS],
      (text) => visitCss(text, 'https://a.example/b/', { asset: (url) => url, style: () => undefined }),
    ],
  ];
  it.each(cases)('takes time in proportion to the text: %s', (_, units, redact) => {
    for (const unit of units) {
      for (const start of ['', 'https://a.example/?', 'url(']) {
        const text = start + unit.repeat(LENGTH / unit.length);
        const before = process.threadCpuUsage();
        redact(text);
        const { user, system } = process.threadCpuUsage(before);
        assert.ok(user + system < LIMIT_MICROSECONDS, `${start}${unit}…: ${user + system} µs`);
      }
    }
  });
});
