import assert from 'node:assert/strict';
import type { RecordedEvent } from '../contract.js';
import { isObject, type JsonObject } from './rrweb.js';
import { Tamer } from './tame.js';

const element = (id: unknown, tagName: string, attributes: object, ...childNodes: readonly object[]) => ({
  type: 2,
  id,
  tagName,
  attributes,
  childNodes,
});
const full = (...childNodes: readonly object[]): RecordedEvent => ({
  type: 2,
  timestamp: 1,
  data: { node: { type: 0, id: 1, childNodes } },
});
const mutation = (data: object): RecordedEvent => ({ type: 3, timestamp: 2, data: { source: 0, ...data } });

function attributesOf(tagName: string, attributes: object): unknown {
  const { data } = new Tamer().tame(full(element(2, tagName, attributes)));
  return isObject(data) && (data['node'] as { childNodes: JsonObject[] }).childNodes[0]?.['attributes'];
}

describe('Tamer', () => {
  it.each<[string, object, object]>([
    ['link', { rel: 'preconnect', href: 'https://a.example' }, { rel: '', href: 'https://a.example' }],
    ['link', { REL: 'DNS-Prefetch stylesheet' }, { REL: 'stylesheet' }],
    [
      'link',
      { rel: 'stylesheet', href: 'https://a.example/a.css' },
      { rel: 'stylesheet', href: 'https://a.example/a.css' },
    ],
    ['a', { rel: 'noopener\nNoReferrer prefetch' }, { rel: 'noopener NoReferrer' }],
    ['link', { rel: ['preconnect'] }, {}],
    ['meta', { 'http-equiv': 'refresh', content: '0;url=/' }, { content: '0;url=/' }],
    ['META', { 'HTTP-EQUIV': 'x-dns-prefetch-control', content: 'on' }, { content: 'on' }],
    ['iframe', { src: 'https://a.example', srcdoc: 'x', sandbox: '', width: '9' }, { width: '9' }],
    ['IFRAME', { SRC: 'https://a.example' }, {}],
    ['object', { data: 'https://a.example', class: 'a' }, { class: 'a' }],
    ['embed', { src: 'https://a.example' }, {}],
    ['img', { src: 'data:image/png,x', srcset: 'https://a.example 2x' }, { src: 'data:image/png,x' }],
    ['source', { srcset: 'https://a.example' }, {}],
    ['a', { attributionsrc: 'https://a.example' }, {}],
    ['video', { src: 'https://a.example', class: 'b' }, { src: 'https://a.example', class: 'b' }],
  ])('tames <%s> %j', (tagName, attributes, expected) => assert.deepEqual(attributesOf(tagName, attributes), expected));

  it.each<[object, string]>([
    [{ width: '120', height: 80 }, 'width="120" height="80"'],
    [{ rr_width: '33.5px', rr_height: '44px' }, 'width="33" height="44"'],
    [{ width: '"><script>' }, 'width="24" height="24"'],
    [{}, 'width="24" height="24"'],
  ])('replaces an image of %j by an area of its size', (size, expected) => {
    const { src } = attributesOf('img', { ...size, src: 'https://a.example/a.png' }) as { src: string };
    assert.match(src, /^data:image\/svg\+xml,/);
    assert.ok(decodeURIComponent(src).includes(`<svg xmlns="http://www.w3.org/2000/svg" ${expected}><rect`), src);
  });

  it('tames what is added and changed later, by the tag of the node', () => {
    const tamer = new Tamer();
    tamer.tame(full(element(2, 'img', {}), element(3, 'iframe', {}), element(4, 'script', {})));
    const change = (id: number) => ({ id, attributes: { src: 'https://a.example' } });
    const { data } = tamer.tame(
      mutation({
        adds: [{ parentId: 1, nextId: null, node: element(5, 'div', {}, element(6, 'link', { rel: 'preconnect' })) }],
        attributes: [2, 3, 4].map(change),
      }),
    );
    const { adds, attributes } = data as { adds: unknown; attributes: { attributes: { src?: string } }[] };
    assert.match(JSON.stringify(adds), /"rel":""/);
    const sources = attributes.map(({ attributes: { src } }) => src?.slice(0, 18));
    assert.deepEqual(sources, ['data:image/svg+xml', undefined, 'https://a.example']);
  });

  it.each<[string, unknown, unknown, object[]]>([
    ['a text', '7', '7', []],
    ['missing', undefined, undefined, []],
    ['that of an image to be added where nothing is', 7, 7, [element(7, 'img', {})]],
    ['that of a video to be added where nothing is', 7, 7, [element(7, 'video', {})]],
    ['another number than that of a known element', 7, 8, []],
    ['a text instead of a number', 7, '7', []],
  ])('strips changes of a frame whose ID is %s', (_, id, changed, nodes) => {
    const tamer = new Tamer();
    tamer.tame(full(element(id, 'iframe', {})));
    for (const node of nodes) tamer.tame(mutation({ adds: [{ parentId: 999, nextId: null, node }] }));
    const attributes = { SRC: 'https://a.example', srcdoc: 'x', sandbox: '', class: 'a' };
    const { data } = tamer.tame(mutation({ attributes: [{ id: changed, attributes }] }));
    assert.deepEqual((data as JsonObject)['attributes'], [{ id: changed, attributes: { class: 'a' } }]);
  });

  it('forgets frames with the next full snapshot', () => {
    const tamer = new Tamer();
    tamer.tame(full(element(7, 'iframe', {})));
    tamer.tame(full(element(7, 'video', {})));
    const attributes = [{ id: 7, attributes: { src: 'blob:x' } }];
    assert.deepEqual((tamer.tame(mutation({ attributes })).data as JsonObject)['attributes'], attributes);
  });

  it('keeps everything else, and changes no event that it was given', () => {
    const event = full(element(2, 'img', { src: 'https://a.example' }, { type: 3, id: 3, textContent: 'a' }));
    const before = JSON.stringify(event);
    new Tamer().tame(event);
    assert.equal(JSON.stringify(event), before);
    for (const other of [mutation({ source: 1, positions: [] }), { type: 4, timestamp: 1, data: { href: 'x' } }])
      assert.equal(new Tamer().tame(other), other);
  });

  it.each<[string, unknown]>([
    ['no data', undefined],
    ['lists of something else', { source: 0, adds: 5, attributes: { a: 1 }, removes: null, texts: 'x' }],
    ['a node that is a text', { node: 'x' }],
    [
      'children that are none',
      { node: { type: 2, id: 'x', tagName: 5, attributes: [1], childNodes: [null, 'x', [1]] } },
    ],
  ])('accepts %s', (_, data) => {
    for (const type of [2, 3]) assert.doesNotThrow(() => new Tamer().tame({ type, timestamp: 1, data }));
  });
});
