import assert from 'node:assert/strict';
import fc from 'fast-check';
import { redactCss } from './css.js';

describe('redactCss', () => {
  const cases: Readonly<Record<string, readonly [css: string, redacted: string]>> = {
    'keeps CSS byte for byte': ['.card-4111{width:4111111111111111px;content:"joe@example.org"}', ''],
    'keeps an address without values': ['a{background:url(/a.png)}', ''],
    'keeps a picture in it': ['a{background:url("data:image/svg+xml,%3Csvg d=\'M4111 1111\'%3E")}', ''],
    'redacts an address without quotes': [
      'a{background:url( /a.png?t=abc )}',
      'a{background:url( /a.png?t=[REDACTED] )}',
    ],
    'redacts an address in quotes': ["@font-face{src:url('/f?k=abc')}", "@font-face{src:url('/f?k=[REDACTED]')}"],
    'redacts an import': ['@import "https://joe:pw@x.example/a.css";', '@import "https://x.example/a.css";'],
    'redacts an address in image-set': [
      'a{background:image-set("https://x.example/?k=abc" 1x)}',
      'a{background:image-set("https://x.example/?k=[REDACTED]" 1x)}',
    ],
    'removes a document': ['a{background:url(data:text/html,x)}', 'a{background:url()}'],
    'reads an address that never ends': ['a{background:url(/a?t=abc', 'a{background:url(/a?t=[REDACTED]'],
    'reads an address in quotes that never ends': ['a{background:url("/a?t=abc', 'a{background:url("/a?t=[REDACTED]'],
    'reads an address that ends with the line': ['@import "/a?t=abc\nb{}', '@import "/a?t=[REDACTED]\nb{}'],
    'reads capitals': ['a{background:URL(/a?t=abc)}', 'a{background:URL(/a?t=[REDACTED])}'],
    'reads an import of an address without quotes': ['@import url(/a.css?t=abc);', '@import url(/a.css?t=[REDACTED]);'],
    'reads an address behind a comment with half of one': [
      '/* url( */a{b:url("/a?t=abc")}',
      '/* url( */a{b:url("/a?t=[REDACTED]")}',
    ],
    'reads an import of an address in quotes': [
      '@import url("/a.css?t=abc") print;',
      '@import url("/a.css?t=[REDACTED]") print;',
    ],
    'reads each of several addresses': [
      'a{src:url(/a?t=abc) format("woff2"),url(/b?t=abc)}b{background:url(/c)}',
      'a{src:url(/a?t=[REDACTED]) format("woff2"),url(/b?t=[REDACTED])}b{background:url(/c)}',
    ],
    'keeps a font in it without quotes': ['a{src:url(data:font/woff2;base64,AA+/=)}', ''],
    'keeps a reference to a part of the page': ['a{filter:url(#blur);fill:url("#g")}', ''],
    'keeps an empty address': ['a{background:url()}b{background:url("")}', ''],
    'keeps blanks, comments and broken rules': ['/* 4111 1111 1111 1111 */ }}{ a{ } \r\n\t@media{', ''],
    'removes what would run': ['a{background:url("java\tscript:alert(1)")}', 'a{background:url("")}'],
    'redacts an import without a blank': ['@import"/a.css?t=abc";', '@import"/a.css?t=[REDACTED]";'],
    'redacts an address with a semicolon': [
      'a{background:url(/a;v=1?t=abc)}',
      'a{background:url(/a;v=1?t=[REDACTED])}',
    ],
    'reads an escaped quote': ['a{background:url("/a\\"b?t=abc")}', 'a{background:url("/a\\"b?t=[REDACTED]")}'],
  };
  it.each(Object.entries(cases))('%s', (_, [css, redacted]) => assert.equal(redactCss(css), redacted || css));

  it('returns any text without an address as it is', () => {
    const css = fc.string({ unit: fc.constantFrom(...'a{}:;."\'\\#- \n0@()') });
    fc.assert(fc.property(css, (text) => assert.equal(redactCss(text), text)));
  });

  it('never fails, whatever the text, and does not make it much longer', () => {
    const part = fc.constantFrom(
      'url(',
      'src(',
      '@import ',
      '"',
      "'",
      ')',
      ';',
      '\\',
      '\n',
      ' ',
      '//',
      'https://',
      'data:',
      'a{b:c}',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 25 }), (parts) => {
        const css = parts.join('');
        const redacted = redactCss(css);
        assert.ok(redacted.length <= css.length + '[REDACTED]'.length * parts.length);
      }),
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (css) => void redactCss(css)));
  });

  it('never keeps a value of an address, however it is written', () => {
    const quote = fc.constantFrom('"', "'", '');
    const blank = fc.constantFrom('', ' ', '\n\t');
    const before = fc.constantFrom('a{background:', '@font-face{src:', '', '/* a: b */', 'a{b:"c"}');
    fc.assert(
      fc.property(before, quote, blank, fc.constantFrom(')', ')}', ''), (text, sign, gap, end) =>
        assert.doesNotMatch(redactCss(`${text}url(${gap}${sign}/a.png?t=hunter2${sign}${gap}${end}`), /hunter2/),
      ),
    );
  });

  it('takes time in proportion to a text of many beginnings', () => {
    const css = 'url('.repeat(100_000);
    assert.equal(redactCss(css).length, css.length);
  });

  it('keeps values of names that the project allows', () =>
    assert.equal(redactCss('a{background:url(/a?v=2&t=x)}', new Set(['v'])), 'a{background:url(/a?v=2&t=[REDACTED])}'));
});
