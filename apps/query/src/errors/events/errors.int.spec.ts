import assert from 'node:assert/strict';
import { at, DAY, HOUR, INJECTION_ATTEMPTS, MINUTE, NOW, SECOND, type ErrorFixture } from '@svc/reading/testing';
import { callerIn } from '../../customers/persons/persons-server.fixture.js';
import { startErrors, type ErrorsServer } from '../errors.fixture.js';

describe('the search of errors', () => {
  let server: ErrorsServer;
  let issue = '';
  beforeAll(async () => {
    server = await startErrors();
    const error = (message: string, ago: bigint, rest: Partial<ErrorFixture> = {}): ErrorFixture => ({
      project: 1,
      message,
      cause: message,
      timestamp: NOW - ago,
      ...rest,
    });
    await server.write(
      error('cart is undefined', MINUTE, {
        type: 'TypeError',
        platform: 'javascript',
        mechanism: 'onerror',
        handled: 'no',
        distinctId: 'ann',
        sessionId: 's1',
        service: 'web',
        environment: 'prod',
        release: '1.2.3',
        groups: { company: 'acme' },
      }),
      error('payment refused', 2n * MINUTE, {
        type: 'PaymentError',
        level: 'fatal',
        service: 'api',
        source: 'span',
        traceId: 'ab'.repeat(16),
        spanId: 'cd'.repeat(8),
        handled: 'yes',
        attributes: { order: '7' },
      }),
      error('slow answer', 2n * HOUR, { level: 'warning', type: 'Timeout', source: 'log' }),
      error('ancient', 2n * DAY),
    );
    await server.write({ project: 2, message: 'foreign', timestamp: NOW - MINUTE });
    issue = await server.issue(1, ['cart is undefined']);
  });
  afterAll(() => server.stop());

  const messages = async (request: object, project = 1) => {
    const { errors } = await server.errors.search(request, callerIn(project));
    return errors.map(({ message }) => message.split(' ')[0]).join(' ');
  };

  it('returns errors of the last day, newest first, with their issues', async () => {
    assert.equal(await messages({}), 'cart payment slow');
    assert.equal(await messages({ startTime: at(NOW - 3n * DAY) }), 'cart payment slow ancient');
    assert.equal(await messages({ startTime: at(NOW - 2n * MINUTE), endTime: at(NOW - MINUTE) }), 'payment');
    const { errors } = await server.errors.search({}, callerIn(1));
    const [cart, payment] = errors;
    assert.match(cart?.id ?? '', /^[0-9A-F]{32}$/);
    assert.deepEqual(
      [cart?.issueId, cart?.handled, cart?.groups, cart?.sessionId, cart?.traceId, cart?.exceptions],
      [issue, false, { company: 'acme' }, 's1', undefined, []],
    );
    assert.deepEqual(
      [payment?.issueId, payment?.handled, payment?.traceId, payment?.spanId, payment?.attributes],
      [undefined, true, 'ab'.repeat(16), 'cd'.repeat(8), { order: '7' }],
    );
    assert.equal(errors[2]?.handled, undefined);
  });

  it.each([
    [{ q: 'undefined' }, 'cart'],
    [{ q: '"payment refused"' }, 'payment'],
    [{ q: 'PaymentError' }, 'payment'],
    [{ q: 'type:TypeError' }, 'cart'],
    [{ q: 'type:*Error' }, 'cart payment'],
    [{ q: 'message:slow' }, 'slow'],
    [{ q: 'level:fatal' }, 'payment'],
    [{ q: 'level:>=error' }, 'cart payment'],
    [{ q: 'level:warn' }, 'slow'],
    [{ q: 'handled:no' }, 'cart'],
    [{ q: 'platform:javascript mechanism:onerror' }, 'cart'],
    [{ q: 'source:log' }, 'slow'],
    [{ q: 'user:ann' }, 'cart'],
    [{ q: 'session:s1' }, 'cart'],
    [{ q: `trace:${'ab'.repeat(16)}` }, 'payment'],
    [{ q: `trace_id:${'AB'.repeat(16)}` }, 'payment'],
    [{ q: 'order:7' }, 'payment'],
    [{ q: 'attributes.order:7' }, 'payment'],
    [{ q: 'service:web OR service:api' }, 'cart payment'],
    [{ q: 'release:1.2.3 environment:prod' }, 'cart'],
    [{ q: 'NOT type:Timeout' }, 'cart payment'],
    [{ service: ['web', 'none'] }, 'cart'],
    [{ level: ['warn'] }, 'slow'],
    [{ level: ['warning', 'fatal'] }, 'payment slow'],
    [{ environment: ['prod'] }, 'cart'],
    [{ service: ['web'], level: ['fatal'] }, ''],
  ])('filters by %p', async (request, expected) => {
    assert.equal(await messages(request), expected);
  });

  it('shows and finds the culprit of the readable stack, and the stored one of other errors', async () => {
    await server.write(
      { project: 4, message: 'minified', cause: 'minified', timestamp: NOW - MINUTE },
      { project: 4, message: 'plain', cause: 'plain', timestamp: NOW - 2n * MINUTE },
    );
    await server.assign(4, ['minified'], await server.issue(4, ['plain']), { culprit: 'charge in cart.ts' });
    const { errors } = await server.errors.search({}, callerIn(4));
    const stored = errors[1]?.culprit ?? '';
    assert.deepEqual([errors[0]?.culprit, stored === 'charge in cart.ts'], ['charge in cart.ts', false]);
    assert.equal(await messages({ q: 'culprit:charge*' }, 4), 'minified');
    assert.equal(await messages({ q: 'NOT culprit:charge*' }, 4), 'plain');
    assert.equal(await messages({ q: `culprit:${JSON.stringify(stored)}` }, 4), 'plain');
    assert.equal(await messages({ q: 'culprit:charge*' }, 1), '');
  });

  it('treats whatever is sent as text', async () => {
    for (const attempt of INJECTION_ATTEMPTS.filter((text) => text.length < 1000)) {
      await server.errors
        .search({ q: JSON.stringify(attempt), service: [attempt] }, callerIn(1))
        .catch((error: unknown) => {
          assert.equal((error as { code?: string }).code, 'invalid_request', attempt);
        });
    }
    await assert.rejects(server.errors.search({ q: 'type:(' }, callerIn(1)), { code: 'invalid_request' });
  });

  it('returns every error once in pages of the same window', async () => {
    const rows = Array.from({ length: 25 }, (_, nth) => ({ project: 3, timestamp: NOW - BigInt(nth % 5) * SECOND }));
    await server.write(...rows);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { errors, pagination } = await server.errors.search({ limit: 4, cursor }, callerIn(3));
      seen.push(...errors.map(({ id }) => id));
      cursor = pagination?.nextCursor ?? '';
      await server.write({ project: 3, timestamp: NOW + SECOND });
    } while (cursor !== '');
    // Errors of the current moment are outside of the window.
    assert.equal(new Set(seen).size, 20);
    assert.deepEqual(seen, seen.toSorted().toReversed());
    for (const request of [{ cursor: 'x' }, { cursor: 'x', limit: 4 }])
      await assert.rejects(server.errors.search(request, callerIn(3)), { code: 'InvalidArgument' });
  });
});
