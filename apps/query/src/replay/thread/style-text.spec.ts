import assert from 'node:assert/strict';
import { prepareStyle } from './style-text.js';

const prepare = (css: string, maxBytes = 1_000_000) =>
  prepareStyle({ content: Buffer.from(css), url: 'https://cdn.example/styles/a.css', maxBytes });
const textOf = (css: string): string => Buffer.from(prepare(css)?.content ?? []).toString();

describe('prepareStyle', () => {
  it('makes addresses absolute, and keeps everything else byte for byte', () => {
    assert.equal(
      textOf('@charset "utf-8";/* é */a{background:url(b.png);content:"4111 1111 1111 1111"}'),
      '@charset "utf-8";/* é */a{background:url(https://cdn.example/styles/b.png);content:"4111 1111 1111 1111"}',
    );
  });

  it('redacts addresses as in recordings, and does not fetch those', () => {
    const css = 'a{b:url(/c.png?token=abc);d:url(javascript:alert)}';
    assert.equal(textOf(css), 'a{b:url(https://cdn.example/c.png?token=[REDACTED]);d:url()}');
    assert.deepEqual(prepare(css)?.needs, []);
  });

  it('says what it needs, each once', () => {
    assert.deepEqual(prepare('@font-face{src:url(f.woff2)}a{b:url(/c)}d{e:url(/c)}')?.needs, [
      { url: 'https://cdn.example/styles/f.woff2', kind: 'font' },
      { url: 'https://cdn.example/c', kind: 'image' },
    ]);
  });

  it('says 500 addresses and 32 KiB of them at most', () => {
    const many = Array.from({ length: 1_000 }, (_, nth) => `a{b:url(/${nth})}`).join('');
    assert.equal(prepare(many)?.needs.length, 500);
    const long = Array.from({ length: 100 }, (_, nth) => `a{b:url(/${nth}${'x'.repeat(1_000)})}`).join('');
    const needs = prepare(long)?.needs ?? [];
    assert.ok(needs.length > 25 && needs.reduce((sum, { url }) => sum + url.length, 0) <= 32 * 1024);
  });

  it('refuses one that is too large with absolute addresses, or has more than 10,000', () => {
    assert.equal(prepare('a{b:url(c)}', 30), undefined);
    assert.equal(prepare('url(a)'.repeat(10_001)), undefined);
    assert.ok(prepare('url(a)'.repeat(10_000)));
  });
});
