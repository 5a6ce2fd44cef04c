import assert from 'node:assert/strict';
import fc from 'fast-check';
import { countKinds, findCurrent, mergeItems, toRelatedItem, toSignalItem, type Item } from './items.js';
import { observe } from './observe.js';

const item = (id: string, offsetMs: number, kind: Item['kind'] = 'event'): Item => ({
  id,
  kind,
  offsetMs,
  label: kind,
  title: id,
  reason: '',
  tone: 'neutral',
});
const recorded = (offset_ms: number, type: number, data: object) => ({
  window_id: 'a',
  seq: 0,
  offset_ms,
  event: { type, timestamp: offset_ms, data },
});

describe('the signals of a recording', () => {
  it('are in the order of time, each once', () => {
    const merged = mergeItems([item('b', 2), item('a', 1)], [item('c', -3), item('b', 2)]);
    assert.deepEqual(
      merged.map(({ id }) => id),
      ['c', 'a', 'b'],
    );
    assert.deepEqual(countKinds([...merged, item('d', 0, 'signal')]), [
      ['signal', 1],
      ['event', 3],
    ]);
  });

  it('follow what is shown: the current one is the last that has happened', () => {
    const offsets = fc.array(fc.integer({ min: -50, max: 50 }));
    fc.assert(
      fc.property(offsets, fc.integer({ min: -60, max: 60 }), (all, now) => {
        const items = mergeItems(all.map((offset, nth) => item(`${nth}`, offset)));
        const expected = items.filter(({ offsetMs }) => offsetMs <= now).length - 1;
        assert.equal(findCurrent(items, now), expected);
      }),
    );
  });

  it('name the element of a click and why it is one', () => {
    const signal = { kind: 'rage_click', offset_ms: 5, window_id: 'a', click_count: 4, url: '', reason: '4 clicks.' };
    const { label, title, reason, tone } = toSignalItem({ ...signal, selector: 'button#pay', text: 'Pay' }, 0);
    assert.deepEqual(
      [label, title, reason, tone],
      ['rage click', '4 clicks on “Pay” button#pay', '4 clicks.', 'danger'],
    );
    assert.equal(toSignalItem({ ...signal, click_count: 1, selector: '', text: '' }, 0).title, '1 click');
  });

  it('are related entries of known kinds', () => {
    const entry = { id: '1', kind: 'error', title: 'Boom', severity: 'error', ref: { type: 'issue', id: '7' } };
    const found = toRelatedItem({ offset_ms: 3, entry });
    assert.deepEqual([found?.kind, found?.tone, found?.entry?.ref?.id], ['error', 'danger', '7']);
    assert.equal(toRelatedItem({ offset_ms: 3, entry: { ...entry, kind: 'unknown' } }), undefined);
  });
});

describe('what a page reported itself', () => {
  it('is pages, its console and its requests', () => {
    const items = observe([
      recorded(0, 4, { href: 'https://shop.example/cart' }),
      recorded(1, 3, { source: 1 }),
      recorded(2, 6, { plugin: 'rrweb/console@1', payload: { level: 'error', payload: ['"a \\"b\\""', '{}'] } }),
      recorded(3, 6, {
        plugin: 'rrweb/network@1',
        payload: {
          requests: [
            { method: 'POST', url: '/pay', status: 500, duration: 12 },
            { name: '/a', status: 0 },
          ],
        },
      }),
      recorded(4, 6, { plugin: 'other', payload: {} }),
    ]);
    assert.deepEqual(
      items.map(({ kind, label, title, tone }) => [kind, label, title, tone]),
      [
        ['page', 'page', 'https://shop.example/cart', 'info'],
        ['console', 'console error', 'a "b" {}', 'danger'],
        ['network', 'status 500', 'POST /pay', 'danger'],
        ['network', 'request', '/a', 'neutral'],
      ],
    );
  });

  it('can be anything, because anyone can send a recording', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(4, 6), (data, type) => {
        assert.ok(Array.isArray(observe([recorded(0, type, data as object)])));
      }),
    );
    for (const plugin of ['rrweb/console@1', 'rrweb/network@1'])
      fc.assert(
        fc.property(fc.anything(), (payload) => {
          assert.ok(Array.isArray(observe([recorded(0, 6, { plugin, payload })])));
        }),
      );
  });
});
