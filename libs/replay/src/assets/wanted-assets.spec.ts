import assert from 'node:assert/strict';
import type { JsonObject, RecordedEvent } from '../events/event.js';
import { adds, element, full, incremental, meta, mutation, text } from '../signals/recording.fixture.js';
import { isRedactedAddress, WANTED_LIMITS, WantedAssets } from './wanted-assets.js';

const PAGE = 'https://shop.example/cart/';

const wanted = (...events: readonly RecordedEvent[]): string[] => {
  const assets = new WantedAssets();
  const follow = assets.window();
  for (const event of [meta(1, PAGE), ...events]) follow(event, '');
  return assets.list().map(({ url, kind }) => `${kind} ${url}`);
};
const shown = (tag: string, attributes: JsonObject) => wanted(full(2, element(2, tag, attributes)));

describe('WantedAssets', () => {
  it.each<[string, string, JsonObject, string[]]>([
    ['the source of a picture', 'img', { src: 'a.png' }, ['image https://shop.example/cart/a.png']],
    ['where the source of a picture went', 'img', { rr_src: '/a' }, ['image https://shop.example/a']],
    ['the last of a source set', 'img', { srcset: '/1 1x, /2 2x' }, ['image https://shop.example/2']],
    ['the last of a narrow source set', 'img', { srcset: '/1 1x,/2 2x' }, ['image https://shop.example/2']],
    [
      'the source set of a picture whose source is data',
      'img',
      { src: 'data:image/gif;base64,AA', srcset: '/b.jpg' },
      ['image https://shop.example/b.jpg'],
    ],
    ['one address of a picture', 'img', { src: '/a', srcset: '/b 2x' }, ['image https://shop.example/a']],
    ['a poster', 'video', { poster: '/p', src: '/v' }, ['image https://shop.example/p']],
    ['a button', 'input', { type: 'image', src: '/a' }, ['image https://shop.example/a']],
    ['a picture of SVG', 'image', { 'xlink:href': '/a' }, ['image https://shop.example/a']],
    ['a background', 'td', { background: '/a' }, ['image https://shop.example/a']],
    ['a linked style sheet', 'link', { rel: 'StyleSheet', href: '/a' }, ['style https://shop.example/a']],
    ['a style', 'p', { style: 'background:url(/a)' }, ['image https://shop.example/a']],
    ['the CSS of a link', 'link', { _cssText: 'a{b:url(/a)}' }, ['image https://shop.example/a']],
  ])('finds %s', (_, tag, attributes, expected) => assert.deepEqual(shown(tag, attributes), expected));

  it.each<[string, string, JsonObject]>([
    ['data', 'img', { src: 'data:image/png;base64,AA' }],
    ['an object of the browser', 'img', { src: 'blob:https://shop.example/1' }],
    ['another link', 'link', { rel: 'icon', href: '/a' }],
    ['an alternate style sheet', 'link', { rel: 'alternate stylesheet', href: '/a' }],
    ['a frame', 'iframe', { src: '/a', rr_src: '/a' }],
    ['a film', 'video', { src: '/a' }],
    ['a link that is followed', 'a', { href: '/a' }],
  ])('finds nothing in %s', (_, tag, attributes) => assert.deepEqual(shown(tag, attributes), []));

  it('reads texts of style sheets, also those that come later', () => {
    const page = full(2, element(2, 'style', {}, text(3, 'a{b:url(/1)}')), element(4, 'p', {}, text(5, 'url(/no)')));
    const later = mutation(3, {
      texts: [
        { id: 3, value: 'a{b:url(/2)}' },
        { id: 5, value: 'url(/no)' },
      ],
    });
    const added = adds(4, { parentId: 2, nextId: null, node: text(6, 'a{b:url(/3)}') });
    assert.deepEqual(
      wanted(page, later, added),
      ['/1', '/2', '/3'].map((path) => `image https://shop.example${path}`),
    );
  });

  it('reads changes of attributes by the element that they are of', () => {
    const page = full(2, element(2, 'img'), element(3, 'a'), element(4, 'p'));
    const change = mutation(3, {
      attributes: [
        { id: 2, attributes: { src: '/1' } },
        { id: 3, attributes: { src: '/no', href: '/no' } },
        { id: 4, attributes: { style: { background: 'url(/2)', cursor: ['url(/3)', 'important'], color: false } } },
      ],
    });
    assert.deepEqual(
      wanted(page, change),
      ['/1', '/2', '/3'].map((path) => `image https://shop.example${path}`),
    );
  });

  it('reads rules and fonts that scripts add', () => {
    assert.deepEqual(
      wanted(
        incremental(2, 8, { id: 2, adds: [{ rule: 'a{b:url(/1)}', index: 0 }] }),
        incremental(3, 13, { id: 2, set: { property: 'background', value: 'url(/2)' } }),
        incremental(4, 15, { styles: [{ styleId: 1, rules: [{ rule: '@font-face{src:url(/3)}' }] }] }),
        incremental(5, 10, { family: 'x', fontSource: 'url(/4)', buffer: false }),
      ),
      ['image /1', 'image /2', 'font /3', 'font /4'].map((each) => each.replace(' ', ' https://shop.example')),
    );
  });

  it('reads addresses by the base of the page', () => {
    const base = element(2, 'base', { href: 'https://cdn.example/x/' });
    assert.deepEqual(wanted(full(2, base, element(3, 'img', { src: 'a.png' }))), ['image https://cdn.example/x/a.png']);
  });

  it('leaves out a linked style sheet that the recording has after all', () => {
    const page = full(2, element(2, 'link', { rel: 'stylesheet', href: '/a.css' }));
    const loaded = mutation(3, { attributes: [{ id: 2, attributes: { _cssText: 'a{b:url(/1)}' } }] });
    assert.deepEqual(wanted(page, loaded), ['image https://shop.example/1']);
  });

  it('keeps a linked style sheet as long as one of its links lacks it, in whatever window', () => {
    const link = (id: number) => element(id, 'link', { rel: 'stylesheet', href: '/a.css' });
    const loads = (id: number) => mutation(3, { attributes: [{ id, attributes: { _cssText: 'a{}' } }] });
    const assets = new WantedAssets();
    const [one, other] = [assets.window(), assets.window()];
    for (const event of [meta(1, PAGE), full(2, link(2), link(3))]) one(event, '');
    for (const event of [meta(1, PAGE), full(2, link(2))]) other(event, '');
    const counts = [
      () => one(loads(2), ''),
      () => one(loads(2), ''),
      () => other(loads(2), ''),
      () => one(loads(3), ''),
    ].map((load) => {
      load();
      return assets.list().length;
    });
    assert.deepEqual(counts, [1, 1, 1, 0]);
  });

  it('tells releases apart, and nothing else twice', () => {
    const assets = new WantedAssets();
    const page = [meta(1, PAGE), full(2, element(2, 'img', { src: '/a' }))];
    for (const release of ['1', '2', '1']) for (const event of page) assets.window()(event, release);
    const [follow, other] = [assets.window(), assets.window()];
    for (const event of page) follow(event, '1');
    for (const event of page) other(event, '2');
    assert.deepEqual(
      assets.list().map(({ release }) => release),
      ['1', '2'],
    );
  });

  it('takes 2,000 resources and half a mebibyte of addresses', () => {
    const many = Array.from({ length: 3_000 }, (_, nth) => element(nth + 2, 'img', { src: `/${nth}` }));
    assert.equal(wanted(full(2, ...many)).length, WANTED_LIMITS.assets);
    const long = Array.from({ length: 500 }, (_, nth) =>
      element(nth + 2, 'img', { src: `/${nth}${'a'.repeat(1_900)}` }),
    );
    const characters = wanted(full(2, ...long)).reduce((sum, { length }) => sum + length, 0);
    assert.ok(characters > WANTED_LIMITS.characters / 2 && characters <= WANTED_LIMITS.characters * 1.01);
  });

  it('changes no event', () => {
    const page = full(2, element(2, 'link', { rel: 'stylesheet', href: '/a' }), element(3, 'img', { src: 'a' }));
    const before = structuredClone(page);
    wanted(page);
    assert.deepEqual(page, before);
  });

  it('knows an address whose values were replaced', () => {
    const [found = ''] = shown('img', { src: '/a.png?v=[REDACTED]' });
    assert.ok(isRedactedAddress(found));
    assert.ok(!isRedactedAddress('https://shop.example/a.png?v'));
  });
});
