import assert from 'node:assert/strict';
import { once } from 'node:events';
import { bundleClient } from '../testing/client.js';

const client = await bundleClient();
const { peer, start, svc } = client;
afterAll(() => client.stop());

const EVENTS = [
  'retry: 10\n\n',
  'id: a1\nevent: log\ndata: {"timestamp":"2026-01-31T09:00:00.5Z","level":"error","service_name":"cart","body":"no\\u001b[31m\\nmoney"}\n\n',
  'event: dropped\ndata: {"count":1200,"gap":false}\n\n',
  'event: heartbeat\ndata: {}\n\n',
  'id: a2\nevent: log\ndata: {"timestamp":"2026-01-31T09:00:01Z","service_name":"","body":"fine"}\n\n',
].join('');
const EVENT_STREAM = { text: EVENTS, headers: { 'content-type': 'text/event-stream' } };
const GONE = { status: 404, body: { error: 'not_found', message: 'Gone.' } };

describe('logs tail', () => {
  it('prints one JSON object per record across connections and other events to standard error', async () => {
    peer.answer(EVENT_STREAM, GONE);
    const { code, stdout, stderr } = await svc(['logs', 'tail', '--level', 'error', '-q', 'a b', '--distinct-id', 'p']);
    assert.equal(code, 5);
    assert.deepEqual(
      stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { body: string }).body),
      ['no\u001b[31m\nmoney', 'fine'],
    );
    const [dropped, failure] = stderr.trim().split('\n');
    assert.deepEqual(JSON.parse(dropped ?? ''), { event: 'dropped', count: 1200, gap: false });
    assert.equal((JSON.parse(failure ?? '') as { error: string }).error, 'not_found');
    const [first, second] = peer.requests;
    assert.equal(first?.path, '/api/v1/stream/logs');
    assert.deepEqual(
      [...first.query],
      [
        ['distinct_id', 'p'],
        ['level', 'error'],
        ['q', 'a b'],
      ],
    );
    assert.deepEqual([first.headers['last-event-id'], second?.headers['last-event-id']], [undefined, 'a2']);
    assert.equal(first.headers.accept, 'text/event-stream');
  });

  it('prints one colored line per record without control characters on a terminal', async () => {
    peer.answer(EVENT_STREAM, GONE);
    const plain = await svc(['logs', 'tail', '-o', 'table']);
    assert.equal(
      plain.stdout,
      '2026-01-31T09:00:00.500Z  error  cart  no money\n' +
        '... 1,200 records left out: they came faster than they could be shown\n' +
        '2026-01-31T09:00:01.000Z         fine\n',
    );
    peer.answer(EVENT_STREAM, GONE);
    const coloured = await svc(['logs', 'tail', '-o', 'table'], { env: { FORCE_COLOR: '1' } });
    assert.ok(coloured.stdout.includes('\u001b[31merror'));
    // A record without a service has no empty column, with or without colors.
    assert.ok(coloured.stdout.endsWith('Z\u001b[22m         fine\n'), JSON.stringify(coloured.stdout));
  });

  it('exits with code 130 on an interrupt', async () => {
    peer.answer({ status: 503, headers: { 'retry-after': '1' } });
    const request = peer.nextRequest();
    const child = start(['logs', 'tail']);
    await request;
    child.kill('SIGINT');
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 130);
  });
});
