import assert from 'node:assert/strict';
import { bundleClient } from '../testing/client.js';

const client = await bundleClient();
const { peer, svc } = client;
afterAll(() => client.stop());

const ENTRY = {
  seq: 2,
  kind: 'comment',
  at: '2026-01-31T09:00:00Z',
  actor: { type: 'user', id: 'u-1' },
  data: { text: 'Looking' },
  cursor: 'c2',
};
const PAGE = { body: { entries: [ENTRY], pagination: { has_more: false }, resume_cursor: 'c2' } };
const WATCH = ['incidents', 'watch', 'i 1', '--cursor', 'c1', '--max-events', '1', '--interval', '100ms'];

describe('incidents watch', () => {
  it('prints one JSON object per entry, and at the end the cursor to continue with', async () => {
    peer.answer({ status: 503, body: { error: 'unavailable', message: 'Busy.' } }, PAGE);
    const { code, stdout, stderr } = await svc(WATCH);
    assert.equal(code, 0, stderr);
    assert.deepEqual(JSON.parse(stdout), ENTRY);
    assert.equal(stdout.trim().split('\n').length, 1);
    assert.deepEqual(JSON.parse(stderr), { event: 'end', reason: 'max_events', cursor: 'c2' });
    const [first] = peer.requests;
    assert.equal(first?.path, '/api/v1/incidents/i%201/timeline');
    assert.equal(first.query.get('cursor'), 'c1');
    assert.equal(peer.requests.length, 2);
  });

  it('prints one line per entry for people, and the command to continue with', async () => {
    peer.answer(PAGE);
    const { stdout, stderr } = await svc([...WATCH, '-o', 'table']);
    assert.equal(stdout, '2026-01-31T09:00:00Z  User u-1: Looking\n');
    assert.ok(stderr.endsWith('Next: svc incidents watch i 1 --cursor c2\n'), stderr);
  });

  it('refuses limits out of their range before it sends anything', async () => {
    peer.answer(PAGE);
    for (const flags of [
      ['--interval', '99ms'],
      ['--interval', '61s'],
      ['--timeout', '999ms'],
      ['--timeout', '25h'],
      ['--max-polls', '0'],
      ['--max-polls', '100001'],
      ['--max-transient-errors', '101'],
      ['--max-events', '-1'],
    ]) {
      const { code } = await svc(['incidents', 'watch', 'i', ...flags]);
      assert.equal(code, 2, flags.join(' '));
    }
    assert.equal(peer.requests.length, 0);
  });

  it('fails with the code of a refusal, and after more temporary failures than are tolerated', async () => {
    peer.answer({ status: 404, body: { error: 'not_found', message: 'Gone.' } });
    assert.equal((await svc(WATCH)).code, 5);
    peer.answer({ status: 429, body: { error: 'rate_limited', message: 'Slow down.' } });
    const { code, stderr } = await svc([...WATCH, '--max-transient-errors', '1']);
    assert.equal(code, 1);
    assert.equal((JSON.parse(stderr) as { error: string }).error, 'rate_limited');
    assert.equal(peer.requests.length, 2);
  });
});

describe('incidents create', () => {
  it('sends the link of its flags as a list', async () => {
    peer.answer({ status: 201, body: { id: 'i' } });
    await svc(['incidents', 'create', 'Down', '--link-type', 'alert', '--link-ref', 'a', '--severity', '1']);
    assert.deepEqual(client.lastRequest().body, {
      title: 'Down',
      links: [{ ref: 'a', type: 'alert' }],
      severity: 1,
    });
    const { code } = await svc(['incidents', 'create', 'Down', '--link-type', 'alert']);
    assert.equal(code, 2);
  });
});
