import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RecordedEvent } from '../events/event.js';
import { DEFAULT_REPLAY_SETTINGS, type RedactionSettings } from '../settings/settings.js';
import { element, text, type MarkupNode } from '../testing/hostile-markup.js';
import { afterGap, NodeMemory } from './node-memory.js';
import { EventRedactor } from './redact-event.js';

const MASK = '******';
const CARD = '4111 1111 1111 1111';
const ALLOWED: RedactionSettings = { ...DEFAULT_REPLAY_SETTINGS, unmaskedFields: ['q', 'password', 'phone', 'size'] };
const NOTHING: RedactionSettings = DEFAULT_REPLAY_SETTINGS;

const full = (...childNodes: readonly MarkupNode[]) => ({
  type: 2,
  timestamp: 1,
  data: { node: { type: 0, id: 1, childNodes }, initialOffset: { left: 0, top: 0 } },
});
const input = (id: number | undefined, value: string, isChecked = false) => ({
  type: 3,
  timestamp: 2,
  data: { source: 5, id, text: value, isChecked },
});
const mutation = (data: object) => ({
  type: 3,
  timestamp: 2,
  data: { source: 0, texts: [], attributes: [], removes: [], adds: [], ...data },
});
const change = (id: number, attributes: object) => mutation({ attributes: [{ id, attributes }] });
const search = (attributes: object = {}) => element(2, 'input', { name: 'q', ...attributes });

/** Redacts copies of the events of a chunk that follows the remembered one. */
function redact(events: readonly object[], settings = ALLOWED, before = NodeMemory.unknown().remember()) {
  const redactor = new EventRedactor(NodeMemory.from(before), settings);
  const copies = JSON.parse(JSON.stringify(events)) as RecordedEvent[];
  for (const event of copies) redactor.redact(event);
  const after = JSON.parse(JSON.stringify(redactor.memory.remember())) as typeof before;
  return { events: copies, text: JSON.stringify(copies), masked: redactor.texts.masked, after };
}

/** What is stored of what is typed into element 2 last. */
function typed(events: readonly object[], settings?: RedactionSettings, before?: typeof remembered): unknown {
  const data = redact(events, settings, before).events.at(-1)?.data;
  return (data as { text?: unknown } | undefined)?.text;
}
const remembered = NodeMemory.unknown().remember();

describe('fields that a project unmasks', () => {
  it.each<[what: string, field: MarkupNode]>([
    ['an input by its name', search()],
    ['an input by its ID', element(2, 'input', { id: 'q', name: 'other' })],
    ['a text area', element(2, 'textarea', { name: 'q' })],
    ['a search field with a role', search({ type: 'search', role: 'combobox' })],
    ['a list of choices', element(2, 'select', { name: 'q' })],
  ])('keep what is typed: %s', (_, field) => {
    assert.equal(typed([full(field), input(2, 'red shoes')]), 'red shoes');
    assert.equal(typed([full(field), input(2, 'red shoes')], NOTHING), MASK);
  });

  it.each<[what: string, field: MarkupNode]>([
    ['of another name', element(2, 'input', { name: 'other' })],
    ['of a name in another case', element(2, 'input', { name: 'Q' })],
    ['that is a password', search({ type: 'password' })],
    ['that is a password in another case', search({ type: ' PassWord' })],
    ['that rrweb marks as a former password', search({ 'data-rr-is-password': 'true' })],
    ['for a card', search({ autocomplete: 'section-a billing cc-number' })],
    ['for the end of a card', search({ autocomplete: 'CC-EXP' })],
    ['for a code', search({ autocomplete: 'one-time-code' })],
    ['for a known password', search({ autocomplete: 'current-password' })],
    ['for a new password', search({ autocomplete: 'new-password' })],
    ['with the name of a credential', element(2, 'input', { name: 'password' })],
    ['with the ID of a credential', search({ id: 'api_token' })],
    ['with the name of a telephone number', element(2, 'input', { name: 'phone' })],
    ['without an ID', { type: 2, tagName: 'input', attributes: { name: 'q' }, childNodes: [] }],
    ['that is no field', element(2, 'div', { id: 'q', contenteditable: 'true' })],
  ])('are never ones %s', (_, field) => {
    const { text: result } = redact([full(field), input(2, 'hunter'), input(undefined, 'hunter')]);
    assert.doesNotMatch(result, /hunter/);
  });

  it('keep values, choices and texts of a full snapshot, and of elements that are added', () => {
    const nodes = [
      search({ value: 'red' }),
      element(3, 'input', { type: 'checkbox', name: 'q', checked: true, value: 'on' }),
      element(4, 'textarea', { name: 'q', value: 'green' }, text(5, 'green')),
      element(6, 'select', { name: 'size' }, element(7, 'option', { value: 'xl', selected: true }, text(8, 'Large'))),
    ];
    const events = [full(...nodes), mutation({ adds: nodes.map((node) => ({ parentId: 1, nextId: null, node })) })];
    assert.deepEqual(redact(events).events, events);
    assert.deepEqual(redact(events).masked, {});
    assert.doesNotMatch(redact(events, NOTHING).text, /red"|green|xl|Large|"checked"|"selected"/);
  });

  it('keep a state of a field, and no state of others', () => {
    const box = (name: string) => full(element(2, 'input', { type: 'checkbox', name }));
    const isChecked = (name: string) =>
      (redact([box(name), input(2, 'on', true)]).events[1]?.data as { isChecked: boolean }).isChecked;
    assert.deepEqual([isChecked('q'), isChecked('other')], [true, false]);
  });

  it('keep values that pages set later', () => {
    const events = [full(search()), change(2, { value: 'red' })];
    assert.match(redact(events).text, /"value":"red"/);
    assert.doesNotMatch(redact(events, NOTHING).text, /"value":"red"/);
  });

  it.each([
    ['a card', CARD],
    ['a card without spaces', CARD.replaceAll(' ', '')],
    ['an address', 'joe@example.org'],
    ['a token', 'ghp_0123456789abcdefghijABCDEFGHIJ012345'],
    ['an assignment', 'password=hunter2'],
    ['a long text', 'a '.repeat(600)],
  ])('mask %s', (_, secret) => {
    const { text: result, masked } = redact([
      full(search({ value: secret })),
      input(2, secret),
      change(2, { value: secret }),
    ]);
    assert.doesNotMatch(result, new RegExp(secret.slice(0, 12)));
    assert.deepEqual(masked, { input: 3 });
  });

  it.each([
    ['a card', CARD, 6],
    ['a card without spaces', CARD.replaceAll(' ', ''), 6],
    ['a telephone number', '+49 170 1234567', 6],
    ['a token', 'ghp_0123456789abcdefghijABCDEFGHIJ012345', 15],
    ['an address behind its sign', 'j@example.org', 1],
  ])('do not store the beginning of %s, letter by letter', (_, secret, most) => {
    const letters = Array.from(secret, (__, at) => input(2, secret.slice(0, at + 1)));
    const { events } = redact([full(search()), ...letters, ...letters.toReversed()]);
    for (const event of events.slice(1)) {
      const { text: stored } = event.data as { text: string };
      const length = secret.includes('@') ? stored.length : stored.replaceAll(/[^\p{L}\p{N}_]/gu, '').length;
      assert.ok(stored === MASK || length <= most, `${stored.length} characters are stored`);
    }
  });

  it('keep short texts and numbers', () => {
    for (const value of ['red shoes', '2 x 24 h', 'größe 42', 'a', '', 'internationalization'])
      assert.equal(typed([full(search()), input(2, value)]), value);
  });

  describe('over the chunks of a window', () => {
    it('are known when a chunk has only what is typed', () => {
      const { after } = redact([full(search())]);
      assert.equal(typed([input(2, 'red')], ALLOWED, after), 'red');
      assert.equal(typed([input(2, CARD)], ALLOWED, after), MASK);
      assert.equal(typed([input(3, 'red')], ALLOWED, after), MASK);
    });

    it('are masked as soon as the project takes them off its list', () => {
      const { after } = redact([full(search())]);
      assert.equal(typed([input(2, 'red')], NOTHING, after), MASK);
    });

    it('are not known after a missing chunk, until the next full snapshot', () => {
      const gap = afterGap(redact([full(search())]).after);
      assert.equal(typed([input(2, 'red')], ALLOWED, gap), MASK);
      assert.equal(typed([full(search()), input(2, 'red')], ALLOWED, gap), 'red');
    });

    it('are not known in a state of an earlier release', () => {
      const { fields: _, passwords: __, ...before } = redact([full(search())]).after;
      assert.equal(typed([input(2, 'red')], ALLOWED, before), MASK);
    });

    it('are forgotten when a page begins', () => {
      const meta = { type: 4, timestamp: 2, data: { href: '/b', width: 1, height: 1 } };
      assert.equal(typed([full(search()), meta, input(2, 'red')]), MASK);
      assert.equal(typed([full(search()), full(element(2, 'input')), input(2, 'red')]), MASK);
    });

    it('are 200 of a page at most', () => {
      const fields = Array.from({ length: 201 }, (_, nth) => element(nth + 2, 'input', { name: 'q' }));
      assert.deepEqual(
        [typed([full(...fields), input(201, 'red')]), typed([full(...fields), input(202, 'red')])],
        ['red', MASK],
      );
    });
  });

  describe('that become other ones', () => {
    it.each<[what: string, attributes: object]>([
      ['a name', { name: 'other' }],
      ['an ID', { id: 'other' }],
      ['a type', { type: 'tel' }],
      ['a purpose', { autocomplete: 'cc-number' }],
    ])('are masked until the next full snapshot: %s', (_, attributes) => {
      const events = [
        full(search()),
        mutation({ attributes: [{ id: 2, attributes: { value: 'hunter', ...attributes } }] }),
      ];
      assert.doesNotMatch(redact([...events, input(2, 'hunter')]).text, /hunter/);
      assert.equal(typed([...events, full(search()), input(2, 'red')]), 'red');
    });

    const shown = change(2, { type: 'text' });
    const hidden = change(2, { type: 'password' });
    it.each<[what: string, chunks: readonly (readonly object[])[]]>([
      ['when it was shown', [[full(search({ type: 'password' })), shown]]],
      ['when it was hidden and shown', [[full(search()), hidden, shown]]],
      ['in the next chunk', [[full(search({ type: 'password' }))], [shown]]],
      ['after the next full snapshot', [[full(search({ type: 'password' })), shown, full(search())]]],
      ['after a full snapshot in the next chunk', [[full(search()), hidden], [shown], [full(search())]]],
      [
        'when it is added again',
        [[full(search({ type: 'password' })), mutation({ adds: [{ parentId: 1, node: search() }] })]],
      ],
    ])('are never shown once they were a password: %s', (_, chunks) => {
      for (const afterChunk of [(after: typeof remembered) => after, afterGap]) {
        let before = remembered;
        for (const chunk of chunks) before = afterChunk(redact(chunk, ALLOWED, before).after);
        assert.equal(typed([input(2, 'hunter')], ALLOWED, before), MASK);
        assert.equal(typed([full(search()), input(2, 'hunter')], ALLOWED, before), MASK);
      }
    });

    it('are all masked in a window with a thousand password fields', () => {
      const passwords = Array.from({ length: 1_000 }, (_, nth) => element(nth + 3, 'input', { type: 'password' }));
      const { after } = redact([full(search(), ...passwords)]);
      assert.equal(after.passwords?.length, 1_000);
      assert.equal(typed([full(search()), input(2, 'hunter')], ALLOWED, after), MASK);
    });
  });

  it('keep the same however a window is cut into chunks', () => {
    const events = [
      full(search(), element(3, 'input', { name: 'other' })),
      input(2, 'red'),
      input(3, 'secret'),
      change(2, { type: 'password' }),
      input(2, 'hunter'),
      full(search(), element(3, 'input', { id: 'q' })),
      input(2, 'hunter'),
      input(3, 'blue'),
    ];
    const whole = redact(events).text;
    assert.match(whole, /red.*blue/);
    assert.doesNotMatch(whole, /secret|hunter/);
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: events.length }), { maxLength: 4 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), events.length];
        let before = remembered;
        const stored = places.slice(1).flatMap((end, nth) => {
          const chunk = redact(events.slice(places[nth], end), ALLOWED, before);
          before = chunk.after;
          return chunk.events;
        });
        assert.equal(JSON.stringify(stored), whole);
      }),
    );
  });

  it('change nothing of a page without such fields', () => {
    const attributes = fc.dictionary(
      fc.constantFrom('name', 'id', 'value', 'type', 'title', 'href', 'checked', 'autocomplete'),
      fc.oneof(fc.constantFrom('q1', 'other', 'password', 'radio', '/a?b=c'), fc.string()),
    );
    const tag = fc.constantFrom('input', 'select', 'option', 'textarea', 'p');
    fc.assert(
      fc.property(fc.array(fc.tuple(tag, attributes), { maxLength: 5 }), fc.string(), (elements, value) => {
        const nodes = elements.map(([name, given], nth) => element(nth + 2, name, given, text(nth + 100, value)));
        const events = [full(...nodes), ...nodes.map((_, nth) => input(nth + 2, value))];
        fc.pre(
          !elements.some(([, given]) =>
            ['q', 'password', 'phone', 'size'].some((n) => [given['name'], given['id']].includes(n)),
          ),
        );
        assert.equal(redact(events).text, redact(events, NOTHING).text);
      }),
    );
  });
});
