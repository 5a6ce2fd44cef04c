import assert from 'node:assert/strict';
import type { JsonValue } from '@svc/redaction';
import fc from 'fast-check';
import type { RecordedEvent } from '../events/event.js';
import { attributeOf, hasAttribute, PageTree } from './page-tree.js';
import { adds, element, full, incremental, mutation, text } from './recording.fixture.js';

function pageOf(...events: readonly RecordedEvent[]): PageTree {
  const page = new PageTree();
  for (const event of events) page.apply(event);
  return page;
}

const tagsOf = (page: PageTree, id: number): string[] => page.path(id).map(({ tag }) => tag);

describe('PageTree', () => {
  const page = full(0, element(2, 'MAIN', {}, element(3, 'button', { id: 'buy' }, text(4, ' Buy\n now '))));

  it('names the elements around a node from the inside to the outside, in lower case', () => {
    assert.deepEqual(tagsOf(pageOf(page), 4), ['button', 'main']);
    assert.deepEqual(tagsOf(pageOf(page), 3), ['button', 'main']);
    assert.deepEqual(tagsOf(pageOf(page), 99), []);
    assert.deepEqual(pageOf(page).path(undefined), []);
  });

  it('forgets a page when the next full snapshot follows', () => {
    const next = pageOf(page, full(1, element(9, 'nav')));
    assert.deepEqual(tagsOf(next, 3), []);
    assert.deepEqual(tagsOf(next, 9), ['nav']);
  });

  describe('of texts', () => {
    it.each([
      ['in one line', [text(4, ' Buy\n  now ')], 'Buy now'],
      ['of several elements', [element(4, 'b', {}, text(5, 'Buy')), text(6, 'now'), text(7, ' ')], 'Buy now'],
      ['with the labels of pictures', [element(4, 'img', { alt: 'Next' }), text(5, 'page')], 'Next page'],
      ['with a label instead of what it labels', [element(4, 'i', { 'aria-label': 'Next' }, text(5, 'x'))], 'Next'],
      ['without CSS', [element(4, 'style', {}, text(5, '.a{}')), text(6, 'Buy')], 'Buy'],
      ['without comments', [{ type: 5, id: 4, textContent: 'secret' }, text(5, 'Buy')], 'Buy'],
      ['as it is stored after redaction', [text(4, 'Mail [REDACTED]'), text(5, '******')], 'Mail [REDACTED] ******'],
      ['of at most 80 characters', [text(4, 'a'.repeat(100))], 'a'.repeat(80)],
      ['that is cut inside a character', [text(4, `${'a'.repeat(79)}😀`)], 'a'.repeat(79)],
    ] satisfies [string, JsonValue[], string][])('reads one %s', (_, nodes, expected) => {
      assert.equal(pageOf(full(0, element(3, 'button', {}, ...nodes))).textOf(3), expected);
    });

    it('reads only the beginning of a large element', () => {
      const nodes = Array.from({ length: 1_000 }, (_, nth) => element(10 + nth, 'i'));
      assert.equal(pageOf(full(0, element(3, 'div', {}, ...nodes, text(4, 'end')))).textOf(3), '');
    });

    it('does not know one of an unknown element', () => assert.equal(pageOf(page).textOf(99), ''));
  });

  describe('of changes', () => {
    it('removes a node with everything below it', () => {
      const changed = pageOf(page, mutation(1, { removes: [{ parentId: 2, id: 3 }] }));
      assert.deepEqual([tagsOf(changed, 3), tagsOf(changed, 4), changed.textOf(2)], [[], [], '']);
    });

    it('keeps the order of the page, which is not that in which recorders add nodes', () => {
      const rows = [
        { parentId: 3, nextId: null, node: text(7, 'c') },
        { parentId: 3, nextId: 7, node: text(6, 'b') },
        { parentId: 3, nextId: 4, node: text(5, 'a') },
      ];
      assert.equal(pageOf(page, adds(1, ...rows)).textOf(3), 'a Buy now b c');
    });

    it('moves a node that is removed and added in one change', () => {
      const move = mutation(1, {
        removes: [{ parentId: 2, id: 3 }],
        adds: [{ parentId: 1, nextId: 2, node: element(3, 'button') }],
      });
      assert.deepEqual(tagsOf(pageOf(page, move), 3), ['button']);
    });

    it('changes texts and attributes, and removes those that become null', () => {
      const changed = pageOf(
        page,
        mutation(1, {
          texts: [{ id: 4, value: 'Sold  out' }],
          attributes: [{ id: 3, attributes: { id: null, class: 'b', download: true, role: 3 } }],
        }),
      );
      const [button] = changed.path(3);
      assert.ok(button);
      assert.equal(changed.textOf(3), 'Sold out');
      assert.deepEqual([attributeOf(button, 'id'), hasAttribute(button, 'id')], ['', false]);
      assert.deepEqual([attributeOf(button, 'class'), attributeOf(button, 'download')], ['b', 'download']);
      assert.deepEqual([attributeOf(button, 'role'), hasAttribute(button, 'role')], ['', true]);
      assert.deepEqual([attributeOf(button, 'href'), hasAttribute(button, 'href')], ['', false]);
    });

    it('shows one document in a frame', () => {
      const documentOf = (id: number, label: string) => ({ type: 0, id, childNodes: [text(id + 1, label)] });
      const frame = full(0, element(3, 'iframe'));
      const attached = [10, 20].map((id) => adds(1, { parentId: 3, nextId: null, node: documentOf(id, `page ${id}`) }));
      const page20 = pageOf(frame, ...attached);
      assert.equal(page20.textOf(3), 'page 20');
      assert.deepEqual([tagsOf(page20, 21), tagsOf(page20, 11)], [['iframe'], []]);
    });

    it('does not change the events', () => {
      const events = [page, mutation(1, { attributes: [{ id: 3, attributes: { id: 'other' } }] })];
      const before = structuredClone(events);
      pageOf(...events);
      assert.deepEqual(events, before);
    });
  });

  describe('of hostile events', () => {
    const proto = JSON.parse('{"__proto__":{"role":"button"},"constructor":"x"}') as Record<string, JsonValue>;
    const cases: Readonly<Record<string, readonly RecordedEvent[]>> = {
      'a node in itself': [adds(1, { parentId: 3, nextId: null, node: element(3, 'a') })],
      'a node in one below it': [adds(1, { parentId: 4, nextId: null, node: element(2, 'a') })],
      'two nodes in each other': [
        adds(1, { parentId: 51, node: element(50, 'a') }, { parentId: 50, node: element(51, 'b') }),
        adds(1, { parentId: 51, node: element(50, 'a') }, { parentId: 50, node: element(51, 'b') }),
      ],
      'a node that contains its own ID': [full(1, element(3, 'a', {}, element(3, 'b', {}, element(3, 'c'))))],
      'a node before itself': [adds(1, { parentId: 2, nextId: 3, node: element(3, 'a') })],
      'a node before one of another parent': [adds(1, { parentId: 2, nextId: 4, node: element(9, 'a') })],
      'a node in an unknown one': [adds(1, { parentId: 99, nextId: 98, node: element(9, 'a') })],
      'nodes without IDs': [adds(1, { parentId: 2, node: { type: 2, tagName: 'a' } }, { node: {} }, {}, null, 3)],
      'changes of unknown nodes': [
        mutation(1, {
          texts: [{ id: 99, value: 'x' }, {}, null],
          attributes: [{ id: 99 }, { id: 3 }, 'x'],
          removes: [{}],
        }),
      ],
      'values of other types': [
        mutation(1, { texts: [{ id: 4, value: {} }], attributes: [{ id: 3, attributes: { id: {}, class: [] } }] }),
      ],
      'no data': [{ type: 2, timestamp: 1 }, { type: 3, timestamp: 1, data: null }, incremental(1, 0)],
      'lists that are none': [mutation(1, { adds: {}, removes: 'x', texts: 1, attributes: null })],
      'names of prototypes': [
        full(1, element(3, 'a', proto)),
        mutation(1, { attributes: [{ id: 3, attributes: proto }] }),
      ],
    };
    it.each(Object.entries(cases))('survives %s', (_, events) => {
      const hostile = pageOf(page, ...events);
      for (const id of [1, 2, 3, 4, 9, 50, 51, 99]) {
        const path = hostile.path(id);
        assert.equal(new Set(path).size, path.length);
        for (const found of path) assert.equal(attributeOf(found, 'role'), '');
        assert.equal(typeof hostile.textOf(id), 'string');
      }
    });

    it('reads a node that was added twice once', () => {
      const row = { parentId: 3, nextId: null, node: text(9, 'twice') };
      assert.equal(pageOf(page, adds(1, row, row), adds(2, row)).textOf(3), 'Buy now twice');
      assert.equal(pageOf(page, adds(1, row), adds(2, { ...row, parentId: 1 })).textOf(3), 'Buy now');
    });

    it('has no cycles after any changes', () => {
      const id = fc.integer({ min: 1, max: 8 });
      const row = fc.record({ parentId: id, nextId: id, node: fc.record({ inner: id, id }) });
      const change = fc.record({ added: fc.array(row), removed: fc.array(id, { maxLength: 2 }) });
      fc.assert(
        fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
          const events = changes.map(({ added, removed }) =>
            mutation(1, {
              adds: added.map(({ node, ...rest }) => ({
                ...rest,
                node: element(node.id, `x${node.id}`, {}, text(node.inner, `y${node.inner}`)),
              })),
              removes: removed.map((one) => ({ id: one })),
            }),
          );
          const any = pageOf(full(0), ...events);
          const words = any.textOf(1).split(' ');
          assert.equal(new Set(words).size, words.length);
          for (let at = 1; at <= 8; at++) {
            const tags = tagsOf(any, at);
            assert.equal(new Set(tags).size, tags.length);
          }
        }),
      );
    });

    it('takes time in proportion to wide and deep pages', () => {
      const wide = Array.from({ length: 200_000 }, (_, nth) => text(10 + nth, ''));
      const deep = Array.from({ length: 100_000 }, (_, nth) =>
        adds(1, { parentId: nth === 0 ? 1 : 300_000 + nth - 1, nextId: null, node: element(300_000 + nth, 'i') }),
      );
      const large = pageOf(full(0, { ...element(2, 'div'), childNodes: wide }), ...deep);
      for (let time = 0; time < 20_000; time++) assert.equal(large.textOf(2), '');
      assert.equal(large.path(399_999).length, 64);
      large.apply(mutation(2, { removes: [{ id: 2 }, { id: 300_000 }] }));
      assert.deepEqual([tagsOf(large, 10), tagsOf(large, 399_999)], [[], []]);
    });
  });
});
