import assert from 'node:assert/strict';
import type { JsonValue } from '@svc/redaction';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import type { RecordedEvent } from '../events/event.js';
import { NodeMemory } from './node-memory.js';
import { EventRedactor } from './redact-event.js';

const SECRETS = ['4111 1111 1111 1111', 'joe@example.org', 'Authorization: Bearer abc.def-1234567890'];
const MASK = '******';

type Node = Record<string, unknown>;
const element = (id: number, tagName: string, attributes: object = {}, ...childNodes: readonly Node[]): Node => ({
  type: 2,
  id,
  tagName,
  attributes,
  childNodes,
});
const text = (id: number, textContent: string): Node => ({ type: 3, id, textContent });
const full = (...childNodes: readonly Node[]) => ({
  type: 2,
  timestamp: 1,
  data: { node: { type: 0, id: 1, childNodes }, initialOffset: { left: 0, top: 0 } },
});
const incremental = (source: number, data: object) => ({ type: 3, timestamp: 2, data: { source, ...data } });
const mutation = (data: object) => incremental(0, { texts: [], attributes: [], removes: [], adds: [], ...data });
const plugin = (name: string, payload: unknown) => ({ type: 6, timestamp: 3, data: { plugin: name, payload } });

/** Redacts events in order. */
function redact(events: readonly object[], memory = NodeMemory.unknown()) {
  const redactor = new EventRedactor(memory);
  const copies = JSON.parse(JSON.stringify(events)) as RecordedEvent[];
  for (const event of copies) redactor.redact(event);
  return { events: copies, text: JSON.stringify(copies), masked: redactor.texts.masked, memory: redactor.memory };
}

/** The attributes of an element in a full snapshot after redaction. */
function attributesOf(tagName: string, attributes: object): Record<string, unknown> {
  const { events } = redact([full(element(2, tagName, attributes))]);
  const { node } = events[0]?.data as unknown as { node: { childNodes: { attributes: Record<string, unknown> }[] } };
  return node.childNodes[0]?.attributes ?? {};
}

describe('redaction by position', () => {
  describe('of attributes', () => {
    const kept = {
      class: 'card-4111111111111111',
      id: 'joe',
      width: '4111111111111111',
      viewBox: '0 0 24 24',
      role: 'button',
      d: 'M1152 896q0-106-75-181t-181-75',
      transform: 'translate(1 2)',
      'stroke-width': '2',
      fill: '#4111',
      rr_width: '100px',
      rr_scrollTop: 5,
      tabindex: '0',
      type: 'text',
      style: 'width: 41111111px',
    };
    it('keeps drawings, sizes and names byte for byte', () => assert.deepEqual(attributesOf('svg', kept), kept));

    it.each(Object.entries({ placeholder: 'title', 'aria-label': 'label', alt: 'x', 'data-user': 'x', unknown: 'x' }))(
      'searches %s',
      (name) => {
        assert.deepEqual(attributesOf('div', { [name]: 'Mail joe@example.org' }), { [name]: 'Mail [REDACTED]' });
        assert.deepEqual(attributesOf('div', { [name]: 'Cart' }), { [name]: 'Cart' });
      },
    );

    it('masks values with a constant, keeps empty ones, and hides what is checked', () => {
      for (const value of ['a', 'a long value'])
        assert.deepEqual(attributesOf('input', { type: 'text', value }), { type: 'text', value: MASK });
      assert.deepEqual(attributesOf('input', { value: '', checked: false }), { value: '', checked: false });
      assert.deepEqual(attributesOf('input', { type: 'checkbox', checked: true }), { type: 'checkbox' });
      assert.deepEqual(attributesOf('option', { selected: true, value: 'x' }), { value: MASK });
    });

    it('shows the labels of buttons', () => {
      assert.deepEqual(attributesOf('input', { type: 'submit', value: 'Buy' }), { type: 'submit', value: 'Buy' });
      assert.deepEqual(attributesOf('button', { value: 'joe@example.org' }), { value: '[REDACTED]' });
    });

    it('redacts addresses', () => {
      const attributes = {
        href: '/a?token=abc',
        src: 'https://joe@x.example/',
        srcset: '/a?t=abc 1x',
        'xlink:href': '#a',
      };
      assert.deepEqual(attributesOf('a', attributes), {
        href: '/a?token=[REDACTED]',
        src: 'https://x.example/',
        srcset: '/a?t=[REDACTED] 1x',
        'xlink:href': '#a',
      });
    });

    it('replaces a name that is a secret itself', () => {
      assert.doesNotMatch(JSON.stringify(attributesOf('div', { 'joe@example.org': '' })), /joe@/);
    });
  });

  describe('of markup that could run', () => {
    const RUNS = 'alert(1)';
    const vectors: Readonly<Record<string, Node>> = {
      'a script': element(2, 'script', { src: 'https://evil.example/x.js' }, text(3, RUNS)),
      'a script in capitals': element(2, 'SCRIPT', {}, text(3, RUNS)),
      'a script of SVG': element(2, 'svg', {}, element(3, 'script', { 'xlink:href': 'x.js' }, text(4, RUNS))),
      noscript: element(2, 'noscript', {}, text(3, `<img onerror="${RUNS}">`)),
      'a template': element(2, 'template', {}, text(3, `<script>${RUNS}</script>`)),
      'a tag name with markup': element(2, `img src=x onerror=${RUNS}`, {}),
      ...Object.fromEntries(
        ['onerror', 'onload', 'ONCLICK', 'onfocus', 'onbegin', 'ontoggle', 'onpointerrawupdate', 'onbeforetoggle'].map(
          (name) => [`the handler ${name}`, element(2, 'img', { [name]: RUNS })],
        ),
      ),
      ...Object.fromEntries(
        [
          'href',
          'src',
          'action',
          'formaction',
          'data',
          'poster',
          'xlink:href',
          'background',
          'rr_src',
          'to',
          'values',
          'from',
        ].map((name) => [`javascript in ${name}`, element(2, 'x', { [name]: ` java\tscript:${RUNS}` })]),
      ),
      srcdoc: element(2, 'iframe', { srcdoc: `<script>${RUNS}</script>` }),
      'a document in a frame': element(2, 'iframe', { src: `data:text/html,<script>${RUNS}</script>` }),
      'a picture in a frame': element(2, 'iframe', { src: `data:image/svg+xml,<svg onload="${RUNS}">` }),
      'an object': element(2, 'object', { data: `data:image/svg+xml,<svg onload="${RUNS}">` }),
      'a refresh': element(2, 'meta', { 'http-equiv': 'refresh', content: `0;url=javascript:${RUNS}` }),
      'an animation': element(2, 'animate', { attributeName: 'href', to: `javascript:${RUNS}` }),
      vbscript: element(2, 'a', { href: `vbscript:${RUNS}` }),
      'a nested object': element(2, 'a', { title: { html: RUNS } }),
      'an array': element(2, 'a', { title: [RUNS] }),
      'a comment': { type: 5, id: 2, textContent: `<script>${RUNS}</script>` },
      'CSS that runs': element(2, 'div', { style: `background:url(javascript:${RUNS})` }),
      'an import that runs': element(2, 'style', { _cssText: `@import "javascript:${RUNS}";` }),
    };
    it.each(Object.entries(vectors))('removes %s', (_, node) => {
      for (const events of [[full(node)], [full(), mutation({ adds: [{ parentId: 1, nextId: null, node }] })]]) {
        const { text: result } = redact(events);
        assert.doesNotMatch(result, /alert|"script"|srcdoc|onerror|http-equiv/i, result);
      }
    });

    it('keeps the nodes, so that a player counts the same ones', () => {
      const { text: result } = redact([full(element(2, 'script', {}, text(3, RUNS)))]);
      assert.match(result, /"id":2,"tagName":"noscript".*"id":3,"textContent":""/);
    });

    it('removes attributes that are set later', () => {
      const attributes = {
        onclick: RUNS,
        href: `javascript:${RUNS}`,
        srcdoc: RUNS,
        style: { color: 'red', x: { y: RUNS } },
      };
      const { text: result } = redact([full(element(2, 'a')), mutation({ attributes: [{ id: 2, attributes }] })]);
      assert.doesNotMatch(result, /alert/);
      assert.match(result, /"style":\{"color":"red"\}/);
    });
  });

  describe('of texts', () => {
    it('searches those of the page', () => {
      assert.match(redact([full(element(2, 'p', {}, text(3, 'To joe@example.org')))]).text, /"To \[REDACTED\]"/);
    });

    it.each([
      ['textarea', {}],
      ['option', {}],
      ['div', { contenteditable: 'true' }],
      ['div', { contenteditable: '' }],
      ['div', { role: 'textbox' }],
      ['div', { role: 'Combobox' }],
    ])('masks those of %s %j and of everything below it, also later', (tagName, attributes) => {
      const page = full(element(2, tagName, attributes, element(3, 'b', {}, text(4, 'draft'))));
      const later = [
        mutation({ texts: [{ id: 4, value: 'more draft' }] }),
        mutation({ adds: [{ parentId: 3, nextId: null, node: text(5, 'new draft') }] }),
        mutation({ texts: [{ id: 5, value: 'newer draft' }] }),
      ];
      const { text: result, masked } = redact([page, ...later]);
      assert.doesNotMatch(result, /draft/);
      assert.equal(masked.input, 4);
    });

    it('knows kinds of nodes from the chunk before', () => {
      const { memory } = redact([full(element(2, 'textarea', {}, text(3, 'a')), element(4, 'p', {}, text(5, 'b')))]);
      const changes = [mutation({ texts: [3, 5].map((id) => ({ id, value: `text of ${id}` })) })];
      const { text: result } = redact(changes, NodeMemory.from(memory.remember()));
      assert.ok(!result.includes('text of 3') && result.includes('text of 5'));
    });

    it('masks every change until a full snapshot if the chunk before is missing', () => {
      const change = mutation({
        texts: [{ id: 5, value: 'heading' }],
        adds: [{ parentId: 9, node: text(10, 'added') }],
      });
      const { text: result, memory } = redact([change]);
      assert.doesNotMatch(result, /heading|added/);
      assert.equal(memory.isWhole, false);
      assert.match(redact([change, full(), change]).text, /heading.*added/);
    });

    it('masks every change after an element became editable, because the nodes below it are not known', () => {
      const page = full(element(2, 'div', {}, text(3, 'shown')));
      const editable = mutation({ attributes: [{ id: 2, attributes: { contenteditable: 'true' } }] });
      const { text: result, memory } = redact([page, editable, mutation({ texts: [{ id: 3, value: 'typed' }] })]);
      assert.ok(result.includes('shown') && !result.includes('typed'));
      assert.equal(memory.isWhole, false);
    });

    it('keeps CSS, and redacts its addresses', () => {
      const page = full(element(2, 'style', {}, text(3, '.a{width:4111111111111111px;background:url(/a?t=abc)}')));
      assert.match(redact([page]).text, /width:4111111111111111px;background:url\(\/a\?t=\[REDACTED\]\)/);
    });
  });

  describe('of other events', () => {
    it('masks inputs', () => {
      const { events, masked } = redact([incremental(5, { id: 3, text: 'hunter2', isChecked: true })]);
      assert.deepEqual(events[0]?.data, { source: 5, id: 3, text: MASK, isChecked: false });
      assert.deepEqual(masked, { input: 1 });
      assert.match(redact([incremental(5, { id: 3, text: '', isChecked: false })]).text, /"text":""/);
    });

    it('redacts changes of styles by their addresses only', () => {
      const rule = '.a{width:4111111111111111px;background:url(/a?t=abc)}';
      for (const [source, data] of [
        [8, { id: 2, adds: [{ rule, index: 0 }] }],
        [13, { id: 2, set: { property: 'background', value: 'url(/a?t=abc)', priority: '' } }],
        [15, { id: 2, styles: [{ styleId: 1, rules: [{ rule }] }] }],
      ] as const) {
        const { text: result } = redact([incremental(source, data)]);
        assert.match(result, /url\(\/a\?t=\[REDACTED\]\)/);
      }
    });

    it('reads payloads and styles that are nested without end', () => {
      const nested = (levels: number): string => `${'['.repeat(levels)}"joe@example.org"${']'.repeat(levels)}`;
      for (const [type, member] of [
        ['3', '"source":8,"adds"'],
        ['3', '"source":99,"x"'],
        ['5', '"payload"'],
        ['2', '"node"'],
      ] as const) {
        const event = JSON.parse(
          `{"type":${type},"timestamp":1,"data":{${member}:${nested(50_000)}}}`,
        ) as RecordedEvent;
        new EventRedactor(NodeMemory.unknown()).redact(event);
        assert.doesNotMatch(JSON.stringify(event), /joe@/);
      }
    });

    it('removes canvases, fonts and assets', () => {
      const { text: result, masked } = redact([
        incremental(9, { id: 2, type: 0, commands: [{ property: 'fillText', args: ['joe@example.org'] }] }),
        incremental(10, { family: 'x', fontSource: '[1,2,3]', buffer: true }),
        { type: 7, timestamp: 1, data: { url: '/a.png?t=abc', payload: { src: 'AAAA' } } },
        full(element(2, 'canvas', { rr_dataURL: 'data:image/png;base64,AAAA' })),
      ]);
      assert.doesNotMatch(result, /joe@|\[1,2,3\]|AAAA|abc/);
      assert.deepEqual(masked, { removed: 4, url: 1 });
    });

    it('redacts the console', () => {
      const payload = {
        level: 'error',
        payload: ['"Mail joe@example.org"'],
        trace: ['at f (https://x.example/a.js?v=abc:1:2)'],
      };
      const { text: result, masked } = redact([plugin('rrweb/console@1', payload)]);
      assert.doesNotMatch(result, /joe@/);
      assert.equal(masked.console, 1);
    });

    it('keeps of requests their address without values, status and a few headers, and no body', () => {
      const request = {
        name: 'https://api.example/pay?card=4111',
        status: 500,
        requestHeaders: { Cookie: 'sid=abc', 'content-type': 'application/json', 'X-Api-Key': 'abc' },
        responseHeaders: [
          { name: 'Set-Cookie', value: 'sid=abc' },
          { name: 'Content-Length', value: '5' },
        ],
        requestBody: '{"card":"abc"}',
        responseBody: { token: 'abc' },
      };
      const { events } = redact([plugin('rrweb/network@1', { requests: [request] })]);
      const { payload } = events[0]?.data as unknown as { payload: { requests: unknown[] } };
      assert.deepEqual(payload.requests, [
        {
          name: 'https://api.example/pay?card=[REDACTED]',
          status: 500,
          requestHeaders: { 'content-type': 'application/json' },
          responseHeaders: [{ name: 'Content-Length', value: '5' }],
          requestBody: null,
          responseBody: null,
        },
      ]);
    });

    it('replaces what is named like a credential whole, numbers as well', () => {
      const { text: result } = redact([
        { type: 5, timestamp: 1, data: { tag: 'x', payload: { apiToken: 'plain', pin: 7, password: 1234 } } },
      ]);
      assert.doesNotMatch(result, /plain|1234/);
    });

    it('replaces an object that is named like a credential whole', () => {
      const payload = { password: { value: 'hunter2' }, credentials: [{ first: 'hunter2' }] };
      assert.doesNotMatch(redact([{ type: 5, timestamp: 1, data: { tag: 'x', payload } }]).text, /hunter2/);
    });

    it('replaces names of members that are secrets themselves, wherever they are', () => {
      const named = { 'joe@example.org': 1 };
      assert.doesNotMatch(redact([{ type: 4, timestamp: 1, data: { ...named, payload: named } }]).text, /joe@/);
      assert.doesNotMatch(redact([{ ...full({ ...text(2, ''), ...named }), ...named }]).text, /joe@/);
    });

    it.each(['rrweb/network@1', 'posthog/network@1'])('keeps of the headers of %s five, and nothing secret', (name) => {
      const kept = { 'content-type': 'text/html', 'Content-Length': '5', ACCEPT: '*/*', 'cache-control': 'no-store' };
      const headers = {
        ...kept,
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        ...Object.fromEntries(
          [
            'authorization',
            'cookie',
            'set-cookie',
            'x-auth',
            'x-api-key',
            'x-csrf-token',
            'x-session',
            'user-agent',
          ].map((header) => [header, 'hunter2']),
        ),
        accept: ['hunter2'],
      };
      const lists = Object.entries(headers).map(([header, value]) => ({ name: header, value }));
      const requests = [
        { url: 'https://joe:hunter2@x.example/?t=hunter2#a=hunter2', headers, body: 'hunter2' },
        { name: '/a?t=hunter2', requestHeaders: headers, responseHeaders: headers, request_body: { a: ['hunter2'] } },
        { requestHeaders: lists.filter(({ value }) => typeof value === 'string'), responseBody: 'hunter2' },
        { requestHeaders: 'cookie: hunter2', responseHeaders: [['cookie', 'hunter2']], payload: 'hunter2' },
      ];
      const { text: result, masked } = redact([plugin(name, { requests, isInitial: true })]);
      assert.doesNotMatch(result, /hunter2|cookie|authorization|x-/i);
      for (const [header, value] of Object.entries(kept)) assert.ok(result.includes(`"${header}":"${value}"`), header);
      assert.ok(result.includes('b7ad6b7169203331-01'));
      assert.ok((masked.removed ?? 0) > 8 && masked.url === 2);
    });

    it('searches every text that was written to the console, at any depth', () => {
      const payload = {
        level: 'log',
        payload: ['"a"', JSON.stringify({ user: { mail: 'joe@example.org' } }), '4111 1111 1111 1111'],
        trace: ['at login (joe@example.org)'],
      };
      const { text: result, masked } = redact([plugin('rrweb/console@1', payload)]);
      assert.doesNotMatch(result, /joe@|4111 /);
      assert.deepEqual(masked, { console: 3 });
    });

    it('redacts addresses in custom events, wherever they are, and keeps their other texts', () => {
      const payload = { from: '/a?t=abc', to: 'https://joe@x.example/#/b?t=abc', note: 'see you', at: '/c?t=abc' };
      const { events, masked } = redact([{ type: 5, timestamp: 1, data: { tag: 'Navigation', payload } }]);
      assert.deepEqual(events[0]?.data, {
        tag: 'Navigation',
        payload: {
          from: '/a?t=[REDACTED]',
          to: 'https://x.example/#/b?t=[REDACTED]',
          note: 'see you',
          at: '/c?t=[REDACTED]',
        },
      });
      assert.deepEqual(masked, { url: 3 });
    });

    it.each<[number, object]>([
      [1, { positions: [{ x: 4_111_111_111_111_111, y: 2, id: 3, timeOffset: -450 }] }],
      [2, { type: 2, id: 5, x: 10.5, y: 20, pointerType: 0 }],
      [3, { id: 1, x: 0, y: 4_111_111_111_111_111 }],
      [4, { width: 1280, height: 720 }],
      [6, { positions: [{ x: 1, y: 2, id: 3, timeOffset: 0 }] }],
      [7, { id: 5, type: 0, currentTime: 1.5, volume: 1, muted: false, loop: false, playbackRate: 1 }],
      [8, { id: 5, adds: [{ rule: '.a-4111111111111111 { top: 1px }', index: [0, 1] }], removes: [{ index: 2 }] }],
      [12, { positions: [{ x: 1, y: 2, id: 3, timeOffset: 0 }] }],
      [13, { id: 5, index: [0], set: { property: 'top', value: '1px', priority: 'important' } }],
      [14, { ranges: [{ start: 4, startOffset: 0, end: 4, endOffset: 9 }] }],
      [15, { id: 5, styleIds: [1], styles: [{ styleId: 1, rules: [{ rule: 'a{}', index: 0 }] }] }],
      [16, { define: { name: 'my-card' } }],
    ])('keeps positions, IDs, numbers and CSS of source %d', (source, data) => {
      const event = incremental(source, data);
      const { events, masked } = redact([event]);
      assert.deepEqual([events, masked], [[event], {}]);
    });

    it('keeps what it does not know, without secrets', () => {
      const event = { type: 42, timestamp: 1.5, delay: 3, data: { a: [{ b: 'Mail joe@example.org' }], c: null, d: 5 } };
      const { events } = redact([{ ...event, note: 'joe@example.org' }]);
      assert.deepEqual(events, [
        { ...event, note: '[REDACTED]', data: { a: [{ b: 'Mail [REDACTED]' }], c: null, d: 5 } },
      ]);
    });

    it('removes fonts that are data, and keeps addresses of fonts without values', () => {
      const { events } = redact([
        incremental(10, { family: 'Inter', fontSource: 'url(/a.woff2?t=abc)', buffer: false }),
        incremental(10, { family: 'Inter', fontSource: '[1,2,3]', buffer: true }),
      ]);
      const sources = events.map(({ data }) => (data as unknown as { fontSource: string }).fontSource);
      assert.deepEqual(sources, ['url(/a.woff2?t=[REDACTED])', '']);
    });

    it('counts each place that it changed once, by its kind', () => {
      const { masked } = redact([
        { type: 4, timestamp: 1, data: { href: '/?a=b', width: 8, height: 6 } },
        full(
          element(2, 'p', { title: 'joe@example.org', onclick: 'x', href: '/?a=b' }, text(3, 'joe@example.org')),
          element(4, 'input', { value: 'x' }),
          element(5, 'textarea', {}, text(6, 'x')),
        ),
        incremental(5, { id: 4, text: 'xy', isChecked: false }),
        plugin('rrweb/console@1', { payload: ['joe@example.org'] }),
        plugin('rrweb/network@1', { requests: [{ error: 'joe@example.org', body: 'x' }] }),
      ]);
      assert.deepEqual(masked, { url: 2, attribute: 1, removed: 2, text: 1, input: 3, console: 1, network: 1 });
    });

    it('redacts the address of a page and keeps its size', () => {
      const { events } = redact([
        { type: 4, timestamp: 1, data: { href: 'https://joe@x.example/?a=b', width: 8, height: 6 } },
      ]);
      assert.deepEqual(events[0]?.data, { href: 'https://x.example/?a=[REDACTED]', width: 8, height: 6 });
    });
  });

  it.each([
    ['more than 200000 nodes', () => full(...Array.from({ length: 200_001 }, (_, id) => text(id + 2, '')))],
    [
      'more than 512 levels deep',
      () =>
        full(Array.from({ length: 600 }).reduce<Node>((node, _, id) => element(id + 9, 'b', {}, node), text(2, ''))),
    ],
  ])('refuses a page with %s', (reason, page) => {
    assert.throws(
      () => redact([page()]),
      (error) => error instanceof ServiceError && error.code === 'payload_too_large' && error.message.includes(reason),
    );
  });

  it('neither fails for any event nor leaves a secret in any text of it', () => {
    const leaf = fc.oneof(
      fc.constantFrom(...SECRETS),
      fc.string({ maxLength: 8 }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    );
    const names = [
      'id',
      'node',
      'childNodes',
      'adds',
      'texts',
      'value',
      'attributes',
      'text',
      'tagName',
      'textContent',
      'parentId',
      'payload',
    ];
    const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'medium', withCrossShrink: true },
        leaf,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom(...names, 'title', 'label'), tie('value'), { maxKeys: 6 }),
        fc.record({ type: fc.constantFrom(0, 2, 3, 5), id: fc.nat(9), childNodes: tie('value'), textContent: leaf }),
      ) as fc.Arbitrary<JsonValue>,
    }));
    // Every text in changes of styles counts as CSS, which is kept.
    const source = fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 99);
    const data = fc.tuple(source, fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 }));
    const event = fc.tuple(fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7, 42), data);
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 3 }), (events) => {
        const sent = events.map(([type, [number, members]]) => ({
          type,
          timestamp: 1,
          data: { ...members, source: number },
        }));
        try {
          const { text: result } = redact(sent);
          for (const secret of SECRETS) assert.ok(!result.includes(secret), `${JSON.stringify(sent)}\n${result}`);
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  describe('of a secret in any text of a page or a payload', () => {
    const secret = fc.constantFrom(...SECRETS);
    /** Texts around a secret, which must not hide it. */
    const leaf = fc
      .tuple(
        fc.constantFrom('', 'Mail ', 'x: ', '(', '\n', '{"a":"'),
        secret,
        fc.constantFrom('', ' ', ', please', ')', '\n', '"}'),
      )
      .map((parts) => parts.join(''));
    const attribute = fc.constantFrom(
      ...[
        'title',
        'alt',
        'placeholder',
        'aria-label',
        'data-id',
        'name',
        'label',
        'content',
        'value',
        'checked',
        'open',
      ],
      ...[
        'href',
        'src',
        'rr_src',
        'action',
        'poster',
        'data',
        'cite',
        'xlink:href',
        'onclick',
        'srcdoc',
        'nonce',
        'note',
      ],
      ...[
        'rr_dataURL',
        'autocomplete',
        'count',
        'trace_id',
        'user_id',
        'password',
        'amount',
        'date',
        'version-of',
        'to',
      ],
    );
    const tag = fc.constantFrom(
      'p',
      'a',
      'input',
      'button',
      'textarea',
      'option',
      'script',
      'iframe',
      'meta',
      'svg',
      'x',
    );
    const { node } = fc.letrec<{ node: Node }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.record({ type: fc.constantFrom(1, 3, 4, 5), id: fc.nat(30), textContent: leaf, name: leaf, systemId: leaf }),
        fc.record({
          type: fc.constant(2),
          id: fc.nat(30),
          tagName: fc.oneof(tag, leaf),
          attributes: fc.dictionary(fc.oneof(attribute, leaf), fc.oneof(leaf, fc.array(leaf), fc.record({ a: leaf }))),
          childNodes: fc.array(tie('node'), { maxLength: 3 }),
          other: leaf,
        }),
      ),
    }));
    const id = fc.nat(30);
    const change = fc.record({
      texts: fc.array(fc.record({ id, value: leaf, other: leaf }), { maxLength: 3 }),
      attributes: fc.array(fc.record({ id, attributes: fc.dictionary(attribute, leaf), other: leaf }), {
        maxLength: 3,
      }),
      removes: fc.array(fc.record({ id, parentId: leaf }), { maxLength: 2 }),
      adds: fc.array(fc.record({ parentId: id, nextId: leaf, node, other: leaf }), { maxLength: 3 }),
      other: leaf,
    });
    const payload = fc.dictionary(
      fc.constantFrom(
        'level',
        'payload',
        'trace',
        'requests',
        'name',
        'url',
        'headers',
        'requestHeaders',
        'body',
        'to',
      ),
      fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.constantFrom('accept', 'cookie', 'name', 'value', 'x'), leaf)),
    );
    const pluginName = fc.constantFrom('rrweb/console@1', 'rrweb/network@1', 'posthog/network@1', 'other');
    const source = fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 16, 99);
    const other = fc.dictionary(
      fc.constantFrom('id', 'text', 'isChecked', 'commands', 'args', 'family', 'ranges', 'define', 'href', 'x'),
      fc.oneof(leaf, fc.array(leaf), fc.record({ a: leaf })),
    );
    const event = fc.oneof(
      node.map((page) => full(page)),
      change.map((data) => mutation(data)),
      fc.tuple(pluginName, payload).map(([name, data]) => plugin(name, data)),
      fc.tuple(fc.constantFrom(0, 1, 4, 5, 6, 7, 42), other, leaf).map(([type, data, tagName]) => ({
        type,
        timestamp: 1,
        data: { ...data, tag: tagName, payload: data, plugin: tagName },
        other: tagName,
      })),
      fc.tuple(source, other).map(([number, data]) => incremental(number, data)),
    );

    it('leaves nothing of it', () => {
      fc.assert(
        fc.property(fc.array(event, { minLength: 1, maxLength: 3 }), (events) => {
          const { text: result } = redact(events);
          for (const value of SECRETS)
            assert.ok(!result.includes(value), `${value} in\n${JSON.stringify(events)}\n${result}`);
        }),
        { numRuns: 1_000 },
      );
    });

    it.each(['srcset', 'imagesrcset'])('leaves nothing of it in %s', (name) => {
      for (const value of SECRETS) assert.ok(!JSON.stringify(attributesOf('img', { [name]: value })).includes(value));
    });
  });

  it('fails for no value at all, of any type and source', () => {
    const names = [
      'source',
      'node',
      'adds',
      'texts',
      'attributes',
      'removes',
      'payload',
      'plugin',
      'set',
      'styles',
      '__proto__',
    ];
    const data = fc.oneof(
      fc.jsonValue({ maxDepth: 5 }),
      fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 4 })),
    );
    const source = fc.oneof(fc.integer({ min: -1, max: 18 }), fc.constantFrom(null, '0', 1.5));
    fc.assert(
      fc.property(fc.nat(9), source, data, fc.jsonValue(), (type, number, value, member) => {
        const sent = {
          type,
          timestamp: 1,
          member,
          data: typeof value === 'object' && value ? { ...value, source: number } : value,
        };
        try {
          const { text: result } = redact([sent]);
          assert.ok(JSON.parse(result));
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
