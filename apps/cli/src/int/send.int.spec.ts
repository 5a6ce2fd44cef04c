import assert from 'node:assert/strict';
import { bundleClient, json } from '../testing/client.js';

const client = await bundleClient();
const { peer, svc, lastRequest } = client;
afterAll(() => client.stop());
beforeEach(() => void peer.requests.splice(0));

const ACCEPTED = { accepted: 1, rejected: 0, errors: [], request_id: 'r1' };
const event = (...flags: string[]) => svc(['send', 'event', 'Order Completed', '--distinct-id', 'u-42', ...flags]);

describe('send event', () => {
  it('sends one event with a message ID and a time, and prints the verdict', async () => {
    peer.answer({ body: ACCEPTED });
    const { code, stdout } = await event('--properties', '{"total":99.5}', '--session-id', 's1', '--project', 'p1');
    assert.equal(code, 0);
    assert.deepEqual(json(stdout), ACCEPTED);
    const { method, path, query, headers, body } = lastRequest();
    assert.deepEqual(
      [method, path, query.get('project_id'), headers['x-svc-api-key']],
      ['POST', '/api/v1/capture', 'p1', 'k'],
    );
    const [sent] = (body as { events: Record<string, unknown>[] }).events;
    const { message_id, timestamp, ...rest } = sent ?? {};
    assert.deepEqual(rest, {
      event: 'Order Completed',
      distinct_id: 'u-42',
      session_id: 's1',
      properties: { total: 99.5 },
    });
    assert.match(String(message_id), /^[0-9a-f-]{36}$/);
    assert.ok(Math.abs(Date.parse(String(timestamp)) - Date.now()) < 60_000);
  });

  it('confirms the event on one line on a terminal', async () => {
    peer.answer({ body: ACCEPTED });
    const { stdout } = await event('-o', 'table');
    assert.equal(stdout, 'Sent the event Order Completed of u-42.\n');
  });

  it('reports Retry-After of a throttled response as retry_after', async () => {
    peer.answer({
      status: 429,
      headers: { 'retry-after': '30' },
      body: { error: 'rate_limited', message: 'Too many requests.' },
    });
    const { code, stderr } = await event();
    assert.equal(code, 1);
    assert.deepEqual(json(stderr), {
      error: 'rate_limited',
      message: 'Too many requests.',
      exit_code: 1,
      status: 429,
      retry_after: 30,
    });
  });

  it('repeats the same event after a temporary failure', async () => {
    peer.answer(
      { status: 503, headers: { 'retry-after': '0' }, body: { error: 'unavailable', message: 'Later.' } },
      { body: ACCEPTED },
    );
    assert.equal((await event()).code, 0);
    assert.equal(peer.requests.length, 2);
    assert.deepEqual(peer.requests[0]?.body, peer.requests[1]?.body);
  });

  it('fails with the code of a rejected event', async () => {
    const errors = [
      { index: 0, code: 'sensitive_event_name', message: 'event: contains personal data or a credential' },
    ];
    peer.answer({ body: { accepted: 0, rejected: 1, errors, request_id: 'r1' } });
    const { code, stdout, stderr } = await event();
    assert.deepEqual([code, stdout], [1, '']);
    assert.equal(json(stderr)['error'], 'sensitive_event_name');
  });

  it('rejects properties that are not an object, without sending or quoting them', async () => {
    for (const wrong of ['[1]', '5', 'null', '{canary']) {
      const { code, stderr } = await event('--properties', wrong);
      assert.equal(code, 2, wrong);
      assert.ok(!stderr.includes('canary'));
    }
    assert.equal((await svc(['send', 'event', 'x'])).code, 2);
    assert.equal((await svc(['send', 'event', '--distinct-id', 'u'])).code, 2);
    assert.equal(peer.requests.length, 0);
  });
});
