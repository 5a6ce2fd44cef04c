import assert from 'node:assert/strict';
import { resolveObjectURL } from 'node:buffer';
import type { RecordedEvent } from '../contract.js';
import { Assets } from './assets.js';
import { Tamer } from './tame.js';

const SITE = 'https://shop.example';

const element = (id: number, tagName: string, attributes: object, ...childNodes: readonly object[]) => ({
  type: 2,
  id,
  tagName,
  attributes,
  childNodes,
});
const meta = (timestamp = 1): RecordedEvent => ({
  type: 4,
  timestamp,
  data: { href: `${SITE}/`, width: 8, height: 6 },
});
const full = (timestamp: number, ...childNodes: readonly object[]): RecordedEvent => ({
  type: 2,
  timestamp,
  data: { node: { type: 0, id: 1, childNodes } },
});
const copy = (path: string, type: string, content: string, timestamp = 1): RecordedEvent => ({
  type: 7,
  timestamp,
  data: {
    url: SITE + path,
    payload: { rr_type: 'Blob', type, data: [{ rr_type: 'ArrayBuffer', base64: btoa(content) }] },
  },
});

/** The events as they are shown, as text. */
const shown = (assets: Assets, ...events: readonly RecordedEvent[]): string =>
  JSON.stringify(events.filter((event) => !assets.take(event)).map((event) => assets.show(event)));
const blobsIn = (text: string): string[] => text.match(/blob:[^"')\\]+/g) ?? [];

async function contentOf(url: string | undefined): Promise<string> {
  const blob = resolveObjectURL(url ?? '');
  assert.ok(blob, `no copy at ${url}`);
  return `${blob.type} ${await blob.text()}`;
}

describe('Assets', () => {
  let assets: Assets;
  beforeEach(() => {
    assets = new Assets();
  });
  afterEach(() => assets.revoke());

  it('shows a copy of a picture by an address of its own', async () => {
    const text = shown(
      assets,
      copy('/a.png', 'image/png', 'picture'),
      meta(),
      full(2, element(2, 'img', { src: '/a.png' })),
    );
    assert.equal(await contentOf(blobsIn(text)[0]), 'image/png picture');
    assert.ok(assets.isOwn(blobsIn(text)[0] ?? ''));
    assert.ok(!text.includes('/a.png'));
  });

  it('shows the same copy at all places, also of the style of later changes', () => {
    const change = {
      type: 3,
      timestamp: 3,
      data: { source: 0, attributes: [{ id: 2, attributes: { style: { background: 'url(/a.png)' } } }] },
    };
    const page = full(
      2,
      element(2, 'p', { style: 'background:url("/a.png")' }),
      element(3, 'video', { poster: '/a.png' }),
    );
    const found = blobsIn(shown(assets, copy('/a.png', 'image/png', 'x'), meta(), page, change));
    assert.equal(found.length, 3);
    assert.equal(new Set(found).size, 1);
  });

  it('shows fonts as data, which the policy takes', () => {
    const style = element(2, 'style', { _cssText: '@font-face{src:url(/f.woff2)}' });
    const text = shown(assets, copy('/f.woff2', 'font/woff2', 'font'), meta(), full(2, style));
    assert.ok(text.includes(`url(data:font/woff2;base64,${btoa('font')})`));
  });

  it('shows linked style sheets as texts, with what they import and need', async () => {
    const copies = [
      copy('/main.css', 'text/css', `@import "${SITE}/more.css" print;a{background:url(${SITE}/a.png)}`),
      copy('/more.css', 'text/css', 'b{color:red}'),
      copy('/a.png', 'image/png', 'picture'),
    ];
    const text = shown(
      assets,
      ...copies,
      meta(),
      full(2, element(2, 'link', { rel: 'stylesheet', href: '/main.css' })),
    );
    assert.ok(text.includes('"_cssText":"@media print{b{color:red}}\\na{background:url(blob:'), text);
    assert.ok(!text.includes('stylesheet'));
    assert.equal(await contentOf(blobsIn(text)[0]), 'image/png picture');
  });

  it('ends with style sheets that import each other', () => {
    const copies = [
      copy('/a.css', 'text/css', `@import "${SITE}/b.css";a{}`),
      copy('/b.css', 'text/css', `@import "${SITE}/a.css";b{}`),
    ];
    const text = shown(assets, ...copies, meta(), full(2, element(2, 'link', { rel: 'stylesheet', href: '/a.css' })));
    assert.ok(text.includes('b{}') && text.length < 1_000);
  });

  it('bounds what a recording that names a style sheet or a font very often puts into a page', () => {
    const large = `a{color:red}/*${'x'.repeat(200_000)}*/`;
    const copies = [
      copy('/large.css', 'text/css', large),
      copy('/many.css', 'text/css', `@import "${SITE}/large.css";`.repeat(1_000)),
      copy('/f.woff2', 'font/woff2', 'f'.repeat(200_000)),
    ];
    const styles = [
      `@import "${SITE}/large.css";`.repeat(1_000),
      `@import "${SITE}/many.css";`.repeat(1_000),
      `@font-face{src:url(${SITE}/f.woff2)}`.repeat(1_000),
    ];
    for (const [nth, css] of styles.entries()) {
      const text = shown(assets, ...copies.splice(0), meta(), full(2 + nth, element(2, 'style', { _cssText: css })));
      assert.ok(text.length < 9 * 1024 * 1024, `${text.length}`);
    }
    const pages = Array.from({ length: 20 }, (_, nth) => full(10 + nth, element(2, 'style', { _cssText: styles[0] })));
    const total = pages.reduce((sum, page) => sum + shown(assets, page).length, 0);
    assert.ok(total < 66 * 1024 * 1024, `${total}`);
  });

  it('puts a style sheet into several pages, each time with all that it needs', () => {
    const copies = [copy('/a.css', 'text/css', `@import "${SITE}/b.css";a{}`), copy('/b.css', 'text/css', 'b{}')];
    const page = (timestamp: number, href: string) => full(timestamp, element(2, 'link', { rel: 'stylesheet', href }));
    const text = shown(assets, ...copies, meta(), page(2, '/b.css'), page(3, '/a.css'), page(4, '/a.css'));
    assert.equal(text.split('"_cssText":"b{}\\na{}').length, 3, text);
  });

  it('shows each release of a site by its own copy', async () => {
    const copies = [copy('/a.png', 'image/png', 'new', 10), copy('/a.png', 'image/png', 'old', 1)];
    const page = (timestamp: number) => full(timestamp, element(2, 'img', { src: '/a.png' }));
    const found = blobsIn(shown(assets, ...copies, meta(), page(2), page(10)));
    assert.deepEqual([await contentOf(found[0]), await contentOf(found[1])], ['image/png old', 'image/png new']);
  });

  it('changes nothing without a copy, and shows no copy as something else', () => {
    const link = element(4, 'link', { rel: 'stylesheet', href: '/a.png' });
    const style = element(5, 'style', { _cssText: '@font-face{src:url(/a.png)}a{background:url(/f)}' });
    const page = full(2, element(2, 'img', { src: '/b.png' }), element(3, 'img', { src: '/main.css' }), link, style);
    const before = JSON.stringify([meta(), page]);
    const copies = [copy('/a.png', 'image/png', ''), copy('/main.css', 'text/css', ''), copy('/f', 'font/woff2', '')];
    assert.equal(shown(assets, ...copies, meta(), page), before);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no content', { url: `${SITE}/a.png`, payload: null }],
    ['a failure', { url: `${SITE}/a.png`, failed: { status: 404 } }],
    ['another content', { url: `${SITE}/a.png`, payload: { rr_type: 'Blob', type: 'image/png', data: [1] } }],
  ])('takes a copy of %s, and ignores it', (_, data) => {
    assert.ok(assets.take({ type: 7, timestamp: 1, data }));
    assert.deepEqual(blobsIn(shown(assets, meta(), full(2, element(2, 'img', { src: '/a.png' })))), []);
  });

  it('frees the copies', () => {
    const [url = ''] = blobsIn(
      shown(assets, copy('/a.png', 'image/png', 'x'), meta(), full(2, element(2, 'img', { src: '/a.png' }))),
    );
    assets.revoke();
    assert.equal(resolveObjectURL(url), undefined);
    assert.ok(!assets.isOwn(url));
  });

  it('leaves no other object of the browser to a recording than the copies', () => {
    const tamer = new Tamer((url) => assets.isOwn(url));
    const pictures = [element(2, 'img', { src: '/a.png' }), element(3, 'img', { src: 'blob:https://shop.example/1' })];
    const events = [copy('/a.png', 'image/png', 'x'), meta(), full(2, ...pictures)];
    const tamed = events.filter((event) => !assets.take(event)).map((event) => tamer.tame(assets.show(event)));
    const found = blobsIn(JSON.stringify(tamed));
    assert.equal(found.length, 1);
    assert.ok(assets.isOwn(found[0] ?? ''));
  });
});
