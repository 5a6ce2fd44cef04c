import assert from 'node:assert/strict';
import fc from 'fast-check';
import { visitCss } from './css-assets.js';

const BASE = 'https://shop.example/styles/main.css';

const found = (css: string): string[] => {
  const seen: string[] = [];
  visitCss(css, BASE, { asset: (url, kind) => void seen.push(`${kind} ${url}`) });
  return seen;
};

describe('visitCss', () => {
  it.each<[string, string, string[]]>([
    ['a background', 'a{background:url(/a.png)}', ['image https://shop.example/a.png']],
    ['an address beside the style sheet', "a{background:url('b.png')}", ['image https://shop.example/styles/b.png']],
    ['a font', '@font-face{font-family:x;src:url(f.woff2)}', ['font https://shop.example/styles/f.woff2']],
    [
      'a picture behind a font',
      '@FONT-FACE{src:url(/f)}a{background:url(/a)}',
      ['font https://shop.example/f', 'image https://shop.example/a'],
    ],
    [
      'all sources of a font',
      '@font-face{src:url(/a) format("woff2"),url(/b)}',
      ['font https://shop.example/a', 'font https://shop.example/b'],
    ],
    ['an import of a string', '@import "/x.css";', ['style https://shop.example/x.css']],
    ['an import of an address', '@import url(/x.css) print;', ['style https://shop.example/x.css']],
    [
      'strings of image-set',
      'a{background:image-set("https://c.example/1" 1x,"https://c.example/2" 2x)}',
      ['image https://c.example/1', 'image https://c.example/2'],
    ],
    ['an address without its fragment', 'a{background:url(/a.svg#part)}', ['image https://shop.example/a.svg']],
    ['an address of the same scheme', 'a{background:url(//c.example/a)}', ['image https://c.example/a']],
  ])('finds %s', (_, css, expected) => assert.deepEqual(found(css), expected));

  it.each([
    ['a text', 'a::after{content:"https://shop.example/"}'],
    ['a namespace', '@namespace svg url(http://www.w3.org/2000/svg);'],
    ['a part of the page', 'a{filter:url(#blur)}'],
    ['data', 'a{background:url(data:image/png;base64,AA)}'],
    ['an object of the browser', 'a{background:url(blob:https://shop.example/1)}'],
    ['a file', 'a{background:url(file:///etc/passwd)}'],
    ['an address with a password', 'a{background:url(https://u:p@c.example/a)}'],
    ['an address that is longer than 2,048 characters', `a{background:url(/${'a'.repeat(2_100)})}`],
    ['an empty address', 'a{background:url()}'],
  ])('finds nothing in %s', (_, css) => assert.deepEqual(found(css), []));

  it('keeps CSS byte for byte, except for what its visitor replaces', () => {
    const part = fc.constantFrom(
      'url(',
      '/a.png',
      ')',
      '"',
      '@import ',
      ';',
      '{',
      '}',
      '@font-face',
      'x',
      ' ',
      '\\',
      '//c',
    );
    const css = fc.array(part).map((parts) => parts.join(''));
    fc.assert(fc.property(css, (text) => assert.equal(visitCss(text, BASE, { asset: () => undefined }), text)));
    const replaced = visitCss('a{b:url("/a.png")}/**/c{d:url(/b.png)}', BASE, {
      asset: (url) => (url.endsWith('a.png') ? 'blob:1' : undefined),
    });
    assert.equal(replaced, 'a{b:url("blob:1")}/**/c{d:url(/b.png)}');
  });

  it('reads a hostile megabyte in the time of a few scans', () => {
    const started = performance.now();
    for (const css of ['url(', '@font-face{', '"//a', '@import "', 'image-set(', 'url(a'])
      visitCss(css.repeat(1_000_000 / css.length), BASE, { asset: () => undefined });
    assert.ok(performance.now() - started < 20_000);
  });
});
