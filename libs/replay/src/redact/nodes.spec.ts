import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import type { RecordedEvent } from '../events/event.js';
import { element, hostileMarkup, text, type MarkupNode as Node } from '../testing/hostile-markup.js';
import type { MaskedCounts } from './masked.js';
import { NodeMemory } from './node-memory.js';
import { NODE_LIMITS } from './nodes.js';
import { EventRedactor } from './redact-event.js';

const MASK = '******';
const R = '[REDACTED]';
const CARD = '4111 1111 1111 1111';
const RUN = 'alert(1)';

const full = (...childNodes: readonly Node[]) => ({
  type: 2,
  timestamp: 1,
  data: { node: { type: 0, id: 1, childNodes }, initialOffset: { left: 0, top: 0 } },
});
const mutation = (data: object) => ({
  type: 3,
  timestamp: 2,
  data: { source: 0, texts: [], attributes: [], removes: [], adds: [], ...data },
});
const add = (parentId: number, node: Node) => ({ parentId, nextId: null, node });

/** Redacts copies of events in order. */
function redact(events: readonly object[], memory = NodeMemory.unknown()) {
  const redactor = new EventRedactor(memory);
  const copies = JSON.parse(JSON.stringify(events)) as RecordedEvent[];
  for (const event of copies) redactor.redact(event);
  return { events: copies, text: JSON.stringify(copies), masked: redactor.texts.masked, memory: redactor.memory };
}

/** The first node below the document of a full snapshot, after redaction. */
function redactNode(node: Node): Node {
  const [event] = redact([full(node)]).events;
  const { node: document } = event?.data as unknown as { node: { childNodes: Node[] } };
  return document.childNodes[0] ?? assert.fail('the node disappeared');
}

const attributesOf = (tagName: string, attributes: object) => redactNode(element(2, tagName, attributes))['attributes'];

/** Attributes that are set later, after redaction. */
function changeOf(attributes: object): unknown {
  const [event] = redact([mutation({ attributes: [{ id: 2, attributes }] })]).events;
  return (event?.data as unknown as { attributes: { attributes: unknown }[] }).attributes[0]?.attributes;
}

describe('nodes', () => {
  it.each<[place: string, node: Node, textContent: string, masked: MaskedCounts]>([
    ['a text', text(2, `Card ${CARD}`), `Card ${R}`, { text: 1 }],
    ['a text without secrets', text(2, '  12 rows, 3 columns\n'), '  12 rows, 3 columns\n', {}],
    ['CDATA', { type: 4, id: 2, textContent: 'joe@example.org' }, R, { text: 1 }],
    ['a comment', { type: 5, id: 2, textContent: 'TODO' }, '', { removed: 1 }],
    ['an empty comment', { type: 5, id: 2, textContent: '' }, '', {}],
    ['CSS of older recorders', { ...text(2, `a{width:${CARD}}`), isStyle: true }, `a{width:${CARD}}`, {}],
  ])('redacts %s by its position', (_, node, textContent, masked) => {
    assert.deepEqual(redactNode(node), { ...node, textContent });
    assert.deepEqual(redact([full(node)]).masked, masked);
  });

  it('keeps the type of a document byte for byte', () => {
    const doctype = {
      type: 1,
      id: 2,
      name: 'html',
      publicId: '-//W3C//DTD XHTML 1.0 Strict//EN',
      systemId: 'http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd',
    };
    assert.deepEqual(redactNode(doctype), doctype);
  });

  it('finds a secret anywhere in a long text, also where the text is cut to be searched', () => {
    for (const before of [0, 65_520, 65_530, 65_536, 131_070, 250_000, 300_000]) {
      const found = redactNode(text(2, `${'word '.repeat(before / 5)}${CARD} ${'word '.repeat(60_000)}`))[
        'textContent'
      ];
      assert.ok(typeof found === 'string' && found.length > 250_000 && !found.includes(CARD), `after ${before}`);
    }
  });

  describe('attributes', () => {
    const KEPT = [
      'class',
      'id',
      'for',
      'role',
      'type',
      'width',
      'height',
      'viewBox',
      'd',
      'points',
      'transform',
    ].concat(
      ['x', 'x1', 'x2', 'y', 'y1', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'fill', 'fill-rule', 'stroke', 'stroke-width'],
      ['stroke-dasharray', 'dir', 'lang', 'tabindex', 'colspan', 'rowspan', 'rr_width', 'rr_height'],
    );
    it.each(KEPT)('keeps %s byte for byte, in snapshots and in changes', (name) => {
      for (const value of ['M1152 896q0-106-75-181t-181-75', CARD, '4111111111111111', ' a  b ', '-3.5e-7', 5, null]) {
        assert.deepEqual(attributesOf('path', { [name]: value }), { [name]: value });
        assert.deepEqual(changeOf({ [name]: value }), { [name]: value });
      }
    });

    it.each(['rr_scrollTop', 'rr_scrollLeft', 'rr_mediaCurrentTime', 'rr_mediaVolume', 'rr_mediaState'])(
      'keeps %s',
      (name) => {
        for (const value of [0, 4_111_111_111_111_111, true, 'paused'])
          assert.deepEqual(attributesOf('video', { [name]: value }), { [name]: value });
      },
    );

    it('keeps paths of SVG that are random, byte for byte', () => {
      const number = fc.oneof(
        fc.integer({ min: -9_999, max: 9_999 }),
        fc.constantFrom('4111111111111111', '.5', '1e3'),
      );
      const step = fc.tuple(fc.constantFrom(...'MmLlHhVvCcSsQqTtAaZz ,-'), number).map((parts) => parts.join(''));
      fc.assert(
        fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
          const d = steps.join('');
          assert.deepEqual(attributesOf('path', { d }), { d });
        }),
      );
    });

    const SEARCHED = [
      'placeholder',
      'title',
      'alt',
      'label',
      'content',
      'aria-label',
      'aria-description',
      'data-user',
    ].concat(['data-testid', 'name', 'summary', 'download', 'ng-model', ':bound', 'unknown', 'autocomplete']);
    it.each(SEARCHED)('searches %s, in snapshots and in changes', (name) => {
      for (const [value, found] of [
        [`Card ${CARD}`, `Card ${R}`],
        ['To joe@example.org', `To ${R}`],
        ['Cart', 'Cart'],
        ['', ''],
      ]) {
        assert.deepEqual(attributesOf('div', { [name]: value }), { [name]: found });
        assert.deepEqual(changeOf({ [name]: value }), { [name]: found });
      }
    });

    it.each([
      'href',
      'src',
      'rr_src',
      'action',
      'formaction',
      'poster',
      'data',
      'cite',
      'xlink:href',
      'background',
      'ping',
    ])('redacts the address in %s, in snapshots and in changes', (name) => {
      const address = { [name]: 'https://joe:hunter2@shop.example/users/joe@example.org?token=abc#id=7' };
      const redacted = { [name]: `https://shop.example/users/${R}?token=${R}#id=${R}` };
      assert.deepEqual(attributesOf('a', address), redacted);
      assert.deepEqual(changeOf(address), redacted);
    });

    it.each(['style', '_cssText'])('keeps CSS in %s except for its addresses', (name) => {
      const css = { [name]: `width:${CARD};content:"joe@example.org";background:url(/a.png?t=abc)` };
      const redacted = { [name]: `width:${CARD};content:"joe@example.org";background:url(/a.png?t=${R})` };
      assert.deepEqual(attributesOf('link', css), redacted);
      assert.deepEqual(changeOf(css), redacted);
    });

    it('keeps changes of single styles except for their addresses', () => {
      const style = { width: '5px', color: ['red', 'important'], top: false, background: 'url("/a?t=abc")' };
      assert.deepEqual(changeOf({ style }), { style: { ...style, background: `url("/a?t=${R}")` } });
      assert.deepEqual(changeOf({ style: { src: ['url(/a?t=abc)', 'important'], x: { y: 'z' } } }), {
        style: { src: [`url(/a?t=${R})`, 'important'] },
      });
    });

    it.each([
      'srcdoc',
      'http-equiv',
      'integrity',
      'nonce',
      'rr_dataURL',
      'autofocus',
      'onclick',
      'ONLOAD',
      'on:custom',
    ])('removes %s, in snapshots and in changes', (name) => {
      assert.deepEqual(attributesOf('div', { [name]: 'x', class: 'a' }), { class: 'a' });
      assert.deepEqual(changeOf({ [name]: 'x', class: 'a' }), { class: 'a' });
      assert.deepEqual(redact([full(element(2, 'div', { [name]: 'x' }))]).masked, { removed: 1 });
    });

    it.each(['class', 'id', 'data-language'])('keeps %s that is the name of a language', (name) => {
      for (const value of ['javascript', 'javascript hljs', 'vbscript-code'])
        assert.deepEqual(attributesOf('code', { [name]: value }), { [name]: value });
    });
    it('searches texts that only begin like the scheme of an address', () => {
      for (const title of ['JavaScript for beginners', 'Database', 'A note on javascript: addresses'])
        assert.deepEqual(attributesOf('a', { title }), { title });
    });
    it('keeps a label that begins like a data URL', () =>
      assert.deepEqual(attributesOf('a', { title: 'Data: 5 rows' }), { title: 'Data: 5 rows' }));
  });

  describe('what is typed', () => {
    const SECRET = 'hunter2';
    it.each<[string, object]>([
      ...['text', 'password', 'email', 'tel', 'hidden', 'search', 'number', 'date', 'file', 'range', 'color'].map(
        (type): [string, object] => ['input', { type }],
      ),
      ...['cc-number', 'cc-csc', 'one-time-code', 'current-password', 'new-password'].map((name): [string, object] => [
        'input',
        { autocomplete: name },
      ]),
      ['input', {}],
      ['INPUT', { type: 'TEXT' }],
      ['textarea', {}],
      ['select', {}],
      ['option', {}],
      ['my-input', {}],
    ])('is masked in the value of %s %j, with a mask that does not tell its length', (tagName, attributes) => {
      for (const value of [SECRET, 'x', 'long '.repeat(500)]) {
        assert.deepEqual(attributesOf(tagName, { ...attributes, value }), { ...attributes, value: MASK });
        assert.deepEqual(redact([full(element(2, tagName, { ...attributes, value }))]).masked, { input: 1 });
      }
      assert.deepEqual(attributesOf(tagName, { ...attributes, value: '' }), { ...attributes, value: '' });
    });

    it('is masked when it is set later, whatever the type of the input is then', () => {
      for (const attributes of [
        { value: SECRET },
        { value: SECRET, type: 'text' },
        { value: SECRET, type: 'submit' },
      ]) {
        const page = full(element(2, 'input', { type: 'password', value: SECRET }));
        const { text: result } = redact([page, mutation({ attributes: [{ id: 2, attributes }] })]);
        assert.doesNotMatch(result, /hunter2/);
      }
    });

    it('is not told by the state of a box or an option either', () => {
      for (const [tagName, name] of [
        ['input', 'checked'],
        ['option', 'selected'],
      ] as const)
        for (const value of [true, 'true', name, 1])
          assert.notDeepEqual(attributesOf(tagName, { [name]: value }), { [name]: value });
    });
    it.each(['checked', 'selected'])('is not told by an empty %s, which means that it is on', (name) =>
      assert.deepEqual([attributesOf('input', { [name]: '' }), changeOf({ [name]: '' })], [{}, {}]),
    );

    it.each<[string, object]>([
      ['textarea', {}],
      ['TextArea', {}],
      ['option', {}],
      ['div', { contenteditable: 'true' }],
      ['div', { contenteditable: 'plaintext-only' }],
      ['div', { contenteditable: '' }],
      ['div', { contentEditable: true }],
      ['div', { role: 'textbox' }],
      ['div', { role: 'TEXTBOX' }],
      ['div', { role: 'searchbox' }],
      ['div', { role: 'presentation textbox' }],
    ])('is masked in the texts of %s %j', (tagName, attributes) => {
      const { text: result } = redact([full(element(2, tagName, attributes, text(3, SECRET)))]);
      assert.doesNotMatch(result, /hunter2/);
      assert.match(result, /"textContent":"\*{6}"/);
    });

    it.each([{ contenteditable: 'false' }, { contenteditable: null }, { role: 'button' }])(
      'is not what an element with %j shows',
      (attributes) => assert.match(redact([full(element(2, 'div', attributes, text(3, 'shown')))]).text, /"shown"/),
    );

    it('keeps blanks between nodes, which have no content', () => {
      assert.match(redact([full(element(2, 'textarea', {}, text(3, ' \n ')))]).text, /"textContent":" \\n "/);
    });

    const typed = text(9, SECRET);
    it.each<[string, readonly object[]]>([
      ['in an element that is added', [full(), mutation({ adds: [add(1, element(2, 'textarea', {}, typed))] })]],
      ['in a text added to an element of the page', [full(element(2, 'option')), mutation({ adds: [add(2, typed)] })]],
      [
        'in elements that are added one by one',
        [
          full(),
          mutation({
            adds: [add(1, element(2, 'div', { role: 'textbox' })), add(2, element(3, 'b')), add(3, typed)],
          }),
        ],
      ],
      [
        'in a text that changes',
        [
          full(element(2, 'textarea', {}, text(3, ''))),
          mutation({ texts: [{ id: 3, value: 'h' }] }),
          mutation({ texts: [{ id: 3, value: SECRET }] }),
        ],
      ],
      [
        'in a text that changes in the event that adds it',
        [
          full(),
          mutation({ adds: [add(1, element(2, 'textarea', {}, text(3, '')))], texts: [{ id: 3, value: SECRET }] }),
        ],
      ],
      [
        'in a node that moves into an editor',
        [
          full(element(2, 'p', {}, text(3, 'shown')), element(4, 'div', { contenteditable: 'true' })),
          mutation({ removes: [{ parentId: 2, id: 3 }], adds: [add(4, text(3, 'shown'))] }),
          mutation({ texts: [{ id: 3, value: SECRET }] }),
        ],
      ],
      [
        'after an element became editable',
        [
          full(element(2, 'div', {}, text(3, ''))),
          mutation({ attributes: [{ id: 2, attributes: { contenteditable: 'true' } }] }),
          mutation({ texts: [{ id: 3, value: SECRET }] }),
        ],
      ],
      [
        'in the event in which an element becomes editable',
        [
          full(element(2, 'div', {}, text(3, ''))),
          mutation({
            attributes: [{ id: 2, attributes: { contenteditable: 'true' } }],
            texts: [{ id: 3, value: SECRET }],
          }),
        ],
      ],
      [
        'in a text that is added before its element',
        [full(), mutation({ adds: [add(2, typed), add(1, element(2, 'textarea'))] })],
      ],
    ])('is masked %s', (_, events) => assert.doesNotMatch(redact(events).text, /hunter2/));
  });

  describe('memory of nodes', () => {
    const page = full(
      element(2, 'textarea', {}, text(3, 'a')),
      element(4, 'style', {}, text(5, 'a{}')),
      element(6, 'script', {}, text(7, 'x')),
      element(8, 'p', {}, text(9, 'b')),
    );
    const changes = mutation({
      texts: [
        { id: 3, value: 'draft' },
        { id: 5, value: `b{width:${CARD};background:url(/?t=abc)}` },
        { id: 7, value: 'run()' },
        { id: 9, value: 'shown to joe@example.org' },
      ],
    });
    const valuesOf = (event: RecordedEvent | undefined): unknown[] =>
      (event?.data as unknown as { texts: { value: unknown }[] }).texts.map(({ value }) => value);

    it('gives each text the rule of its node, in the same chunk and in the next one', () => {
      const expected = [MASK, `b{width:${CARD};background:url(/?t=${R})}`, '', `shown to ${R}`];
      const first = redact([page, changes]);
      assert.deepEqual(valuesOf(first.events[1]), expected);
      const remembered = JSON.parse(JSON.stringify(first.memory.remember())) as ReturnType<NodeMemory['remember']>;
      assert.deepEqual(valuesOf(redact([changes], NodeMemory.from(remembered)).events[0]), expected);
    });

    it('that was lost masks every text, and stays lost for the chunks that follow', () => {
      const lost = redact([changes]);
      assert.deepEqual(valuesOf(lost.events[0]), [MASK, MASK, MASK, MASK]);
      const next = redact([changes], NodeMemory.from(lost.memory.remember()));
      assert.deepEqual(valuesOf(next.events[0]), [MASK, MASK, MASK, MASK]);
      assert.equal(next.memory.isWhole, false);
    });

    it('that was lost is whole again from the next full snapshot', () => {
      const { events, memory } = redact([changes, page, changes]);
      assert.deepEqual(valuesOf(events[2]), [MASK, `b{width:${CARD};background:url(/?t=${R})}`, '', `shown to ${R}`]);
      assert.ok(memory.isWhole);
    });

    it('forgets nodes of the page before a full snapshot', () => {
      const { events, memory } = redact([page, full(element(2, 'p', {}, text(3, 'c'))), changes]);
      assert.equal(valuesOf(events[2])[0], 'draft');
      assert.deepEqual(memory.remember(), { isWhole: true, nodes: {}, frames: [] });
    });

    it('that is full masks rather than forgets', () => {
      const options = Array.from({ length: 20_001 }, (_, id) => element(id + 2, 'option'));
      const { memory } = redact([full(...options)]);
      assert.equal(memory.isWhole, false);
      assert.equal(memory.kindOf(1_000_000), 'typed');
    });

    it('is the same however a window is cut into chunks', () => {
      const events = [
        page,
        changes,
        mutation({ adds: [add(8, element(10, 'textarea', {}, text(11, 'draft')))] }),
        mutation({ texts: [{ id: 11, value: 'draft 2' }] }),
        changes,
      ];
      const whole = redact(events).text;
      for (let cut = 1; cut < events.length; cut++) {
        const first = redact(events.slice(0, cut));
        const second = redact(events.slice(cut), NodeMemory.from(first.memory.remember()));
        assert.equal(JSON.stringify([...first.events, ...second.events]), whole, `cut after ${cut} events`);
      }
    });
  });

  describe('hostile markup', () => {
    const { attributes, nodes } = hostileMarkup(RUN);
    const script = `javascript:${RUN}`;
    const onLoad = `<svg onload="${RUN}">`;

    function assertHarmless(events: readonly object[]): void {
      const { text: result } = redact(events);
      assert.doesNotMatch(result, /javascript:|on[a-z]+\s*=|srcdoc|<script|alert/i);
    }

    it.each(attributes)('disappears: %s %j', (tagName, hostile) => {
      const node = element(2, tagName, hostile);
      assertHarmless([full(node)]);
      assertHarmless([full(), mutation({ adds: [add(1, node)] })]);
      assertHarmless([mutation({ adds: [add(1, node)] })]);
    });

    it.each(nodes)('disappears: %j', (node) => {
      assertHarmless([full(node)]);
      assertHarmless([full(), mutation({ adds: [add(1, node)] })]);
    });

    // The content of a meta element means nothing without `http-equiv`, and pictures may be data URLs; the tag is not known here.
    const isSetOnAnything = ([tagName, { content, srcset }]: (typeof attributes)[number]) =>
      content === undefined && srcset === undefined && !['iframe', 'frame', 'object', 'embed', 'use'].includes(tagName);
    it.each(attributes.filter((row) => isSetOnAnything(row)))(
      'disappears when it is set later: %s %j',
      (tagName, set) => {
        assertHarmless([full(element(2, tagName)), mutation({ attributes: [{ id: 2, attributes: set }] })]);
      },
    );

    it.each([
      ['in front of', `${' '.repeat(300)}${script}`],
      ['inside', `java${'\n'.repeat(300)}script:${RUN}`],
    ])('disappears with many blanks %s a scheme', (_, href) => {
      assertHarmless([full(element(2, 'a', { href }))]);
    });

    it.each(['src', 'data', 'rr_src'])('does not get into a frame by a later change of %s', (name) => {
      const change = { id: 2, attributes: { [name]: `data:image/svg+xml,${onLoad}` } };
      assertHarmless([full(element(2, 'iframe')), mutation({ attributes: [change] })]);
    });

    it('has at least 60 vectors here', () => assert.ok(attributes.length + nodes.length >= 60));

    it('keeps the IDs of the nodes, so that later changes find theirs', () => {
      const idsOf = (json: string) => [...json.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id));
      for (const node of nodes.filter(({ attributes: set }) => !Array.isArray(set)))
        assert.deepEqual(idsOf(redact([full(node)]).text).toSorted(), idsOf(JSON.stringify(full(node))).toSorted());
    });
  });

  describe('limits', () => {
    const deep = (levels: number) =>
      Array.from({ length: levels }).reduce<Node>((node, _, id) => element(id + 9, 'b', {}, node), text(2, ''));
    const wide = (count: number) => Array.from({ length: count }, (_, id) => text(id + 2, ''));
    const isTooLarge = (error: unknown) => error instanceof ServiceError && error.code === 'payload_too_large';

    it('accept a page that has just as many nodes, just as deep', () => {
      assert.ok(redact([full(...wide(NODE_LIMITS.nodes - 1))]));
      assert.ok(redact([full(deep(NODE_LIMITS.depth - 1))]));
    });

    it.each<[string, () => readonly object[]]>([
      ['one node too many', () => [full(...wide(NODE_LIMITS.nodes))]],
      ['one level too many', () => [full(deep(NODE_LIMITS.depth))]],
      ['600 levels', () => [full(deep(600))]],
      ['600 levels in an added node', () => [mutation({ adds: [add(1, deep(600))] })]],
      [
        'too many nodes in two events',
        () => [full(...wide(150_000)), mutation({ adds: [add(1, element(3, 'p', {}, ...wide(60_000)))] })],
      ],
    ])('refuse %s, without a word of the page', (_, events) => {
      assert.throws(() => redact(events()), isTooLarge);
    });
  });
});
