import assert from 'node:assert/strict';
import { EVENT_ID, storedEvent, TIME_NS } from '../envelope.fixture.js';

const frame = (index: number, source = '') => ({
  filename: `/srv/shop/f${index}.js`,
  function: `f${index}`,
  lineno: 1,
  ...(source && { context_line: source, pre_context: Array(20).fill(source), post_context: Array(20).fill(source) }),
});
const thrown = (frames: readonly object[], others: readonly object[] = []) => ({
  exception: { values: [...others, { type: 'Error', value: 'x', stacktrace: { frames } }] },
});

interface SentStack {
  readonly relation: string;
  readonly type: string;
  readonly stacktrace: { readonly frames: readonly Readonly<Record<string, unknown>>[] };
}
const stackOf = (event: object): readonly SentStack[] =>
  JSON.parse(storedEvent(event).attributes['exception.stacktrace'] ?? '') as SentStack[];

describe('a message', () => {
  it.each<[string, object, string]>([
    ['a text', { message: 'out of stock' }, 'out of stock'],
    ['a template with parameters', { logentry: { message: 'no %s', params: ['tea'], formatted: 'no tea' } }, 'no tea'],
    ['a template alone', { logentry: { message: 'no %s' } }, 'no %s'],
    ['the older form', { message: { message: 'no %s', formatted: 'no tea' } }, 'no tea'],
  ])('is the body and the message of an error, as %s', (_, event, expected) => {
    const { entry, attributes, translation } = storedEvent({ level: 'warning', ...event });
    assert.deepEqual([entry.body, attributes['exception.message']], [expected, expected]);
    assert.deepEqual([attributes['exception.type'], attributes['exception.stacktrace']], [undefined, undefined]);
    assert.deepEqual([entry.severity_number, entry.severity_text], [13, 'warning']);
    assert.deepEqual(translation.carried, { messages: 1 });
  });

  it('has the calls of its thread if the SDK sends them', () => {
    const threads = { values: [{ current: true, stacktrace: { frames: [frame(1)] } }] };
    const [stack] = stackOf({ message: 'x', threads });
    assert.deepEqual([stack?.relation, stack?.stacktrace.frames.length], ['thrown', 1]);
  });

  it('has the calls of its own stack, as older SDKs send them', () => {
    assert.equal(stackOf({ message: 'x', stacktrace: { frames: [frame(1)] } })[0]?.stacktrace.frames.length, 1);
  });
});

describe('an event', () => {
  it.each<[string, unknown, number]>([
    ['fatal', 'fatal', 21],
    ['error', 'error', 17],
    ['warning', 'warning', 13],
    ['log', 'log', 9],
    ['debug', 'debug', 5],
    ['an unknown one', 'odd', 17],
    ['none', undefined, 17],
  ])('has a severity by its level: %s', (_, level, expected) =>
    assert.equal(storedEvent({ message: 'x', level }).entry.severity_number, expected),
  );

  it.each<[string, unknown, string]>([
    ['seconds', 1_768_469_400.25, TIME_NS],
    ['RFC 3339', '2026-01-15T09:30:00.250Z', TIME_NS],
    ['RFC 3339 with an offset', '2026-01-15T10:30:00.250+01:00', TIME_NS],
    ['a time without a zone', '2026-01-15T09:30:00.250000', TIME_NS],
  ])('has the time that is given as %s', (_, timestamp, expected) =>
    assert.equal(storedEvent({ message: 'x', timestamp }).entry.timestamp_ns, expected),
  );

  it('names its service by a tag, an OpenTelemetry resource or the package of its release, in this order', () => {
    const resource = { 'service.name': 'by-resource', 'cloud.region': 'eu-1' };
    const event = { message: 'x', release: 'by-release@1', contexts: { otel: { resource } } };
    const tagged = storedEvent({ ...event, tags: [['service', 'by-tag']] });
    assert.equal(tagged.resource['service.name'], 'by-tag');
    assert.equal(tagged.resource['cloud.region'], 'eu-1');
    assert.equal(storedEvent(event).resource['service.name'], 'by-resource');
    assert.equal(storedEvent({ ...event, contexts: {} }).resource['service.name'], 'by-release');
    assert.equal(storedEvent({ message: 'x', release: '1.2.3' }).resource['service.name'], undefined);
  });

  it('has tags in either form, the user, contexts and extra data as attributes, which replace none of its own', () => {
    const { attributes } = storedEvent({
      message: 'x',
      tags: { plan: 'pro', 'exception.message': 'other', empty: null },
      user: { id: 7, username: 'ada', ip_address: '192.0.2.1', segment: 'beta', geo: { city: 'Rome' } },
      contexts: { app: { type: 'app', build: '42' }, state: { cart: { items: [1, 2] } }, odd: 7 },
      extra: { deep: { a: true } },
    });
    assert.deepEqual(attributes, {
      'exception.message': 'x',
      'log.record.uid': EVENT_ID,
      'user.id': '7',
      'user.name': 'ada',
      'client.address': '192.0.2.1',
      'user.segment': 'beta',
      'user.geo.city': 'Rome',
      plan: 'pro',
      'contexts.app.build': '42',
      'contexts.state.cart.items': '[1,2]',
      'extra.deep.a': 'true',
    });
  });

  it('has the fingerprint of the application, and what its header says about the process', () => {
    const header = {
      event_id: EVENT_ID,
      sdk: { name: 'sentry.python', version: '2' },
      trace: { release: 'r@1', environment: 'e' },
    };
    const { attributes, resource } = storedEvent({ message: 'x', fingerprint: ['{{ default }}', 'a'] }, header);
    assert.equal(attributes['exception.fingerprint'], '["{{ default }}","a"]');
    assert.deepEqual(resource, {
      'deployment.environment.name': 'e',
      'service.name': 'r',
      'service.version': 'r@1',
      'telemetry.sdk.language': 'python',
      'telemetry.sdk.name': 'sentry.python',
      'telemetry.sdk.version': '2',
    });
  });

  it('keeps the members of a group of exceptions apart from its causes', () => {
    const mechanism = (id: number, parent?: number, more = {}) => ({
      exception_id: id,
      ...(parent !== undefined && { parent_id: parent }),
      ...more,
    });
    const values = [
      { type: 'A', mechanism: mechanism(3, 1) },
      { type: 'B', mechanism: mechanism(2, 0, { source: 'exceptions[1]' }) },
      { type: 'C', mechanism: mechanism(1, 0, { source: 'exceptions[0]' }) },
      { type: 'Group', mechanism: mechanism(0, undefined, { is_exception_group: true }) },
    ];
    const stack = stackOf({ exception: { values } }).map(({ type, relation }) => [type, relation]);
    assert.deepEqual(stack, [
      ['Group', 'thrown'],
      ['C', 'suppressed'],
      ['B', 'suppressed'],
      ['A', 'suppressed'],
    ]);
  });

  it('finds the image of an address', () => {
    const images = [
      { type: 'macho', debug_id: '84A04D24-0E60-3810-A8C0-90A65E2DF61A', image_addr: '0x1000', image_size: 4096 },
    ];
    const frames = [{ instruction_addr: '0x1fff' }, { instruction_addr: '0x2000' }];
    const [stack] = stackOf({ ...thrown(frames), debug_meta: { images } });
    assert.deepEqual(stack?.stacktrace.frames, [
      { instruction_addr: '0x1fff', image_addr: '0x1000', image_id: '84a04d24-0e60-3810-a8c0-90a65e2df61a' },
      { instruction_addr: '0x2000' },
    ]);
  });

  it('loses the lines around its calls before it loses calls, of which the innermost stay', () => {
    const large = stackOf(thrown(Array.from({ length: 200 }, (_, index) => frame(index, 's'.repeat(300)))))[0]
      ?.stacktrace.frames;
    assert.equal(large?.length, 200);
    assert.deepEqual([large[0]?.['context_line'], large[0]?.['pre_context']], ['s'.repeat(300), undefined]);
    const event = thrown(Array.from({ length: 1_000 }, (_, index) => frame(index)));
    const many = stackOf(event)[0]?.stacktrace.frames;
    assert.deepEqual([many?.length, many?.at(-1)?.['function']], [250, 'f999']);
    assert.deepEqual(storedEvent(event).translation.dropped, { frame: 750 });
    const chain = thrown([frame(1)], Array(20).fill({ type: 'Cause', value: 'y' }));
    assert.equal(stackOf(chain).length, 16);
    assert.deepEqual(storedEvent(chain).translation.dropped, { exception: 5 });
  });

  it('keeps the last breadcrumbs that fit', () => {
    const breadcrumbs = {
      values: Array.from({ length: 300 }, (_, index) => ({
        message: `${index}`,
        data: { x: 'y'.repeat(index > 290 ? 2_000 : 0) },
      })),
    };
    const { attributes, translation } = storedEvent({ message: 'x', breadcrumbs });
    const kept = JSON.parse(attributes['sentry.breadcrumbs'] ?? '') as { message: string }[];
    assert.equal(kept.at(-1)?.message, '299');
    assert.ok(kept.length < 10);
    assert.deepEqual(translation.dropped, { breadcrumb: 300 - kept.length });
  });

  it('without an exception and a message is a log that is no error', () => {
    const { attributes, entry } = storedEvent({ level: 'info' });
    assert.deepEqual([entry.body, Object.keys(attributes)], ['', ['log.record.uid']]);
  });
});
