import assert from 'node:assert/strict';
import { api, makeKey, ok } from '../api.js';
import { theService } from '../topology.js';

const POLLED = ['alerts', 'anomalies', 'incidents', 'issues'];

describe('the entity tags of lists that are polled', () => {
  let key: string;
  beforeAll(async () => {
    const { id } = await ok('POST', '/projects', {
      body: { name: 'Polled', slug: `polled-${process.pid}-${Date.now()}` },
    });
    const scopes = [...POLLED.map((noun) => `${noun}:read`), 'incidents:write'];
    key = (await makeKey(scopes, id)).secret;
  });

  const read = async (list: string, tag?: string, by = key) => {
    const answer = await fetch(`${theService().httpUrl}/api/v1/${list}`, {
      headers: { 'x-svc-api-key': by, ...(tag !== undefined && { 'if-none-match': tag }) },
    });
    const { status, headers } = answer;
    return { status, tag: headers.get('etag') ?? '', caching: headers.get('cache-control'), text: await answer.text() };
  };

  it.each(POLLED)('returns 304 without a body for %s that have not changed', async (list) => {
    const first = await read(list);
    assert.deepEqual([first.status, first.caching], [200, 'private,no-cache']);
    assert.match(first.tag, /^"[\w-]{22}"$/);
    for (const sent of [first.tag, `W/${first.tag}`, `"other", ${first.tag}`]) {
      const again = await read(list, sent);
      assert.deepEqual([again.status, again.text, again.tag], [304, '', first.tag]);
    }
    assert.equal((await read(list, '"other"')).status, 200);
  });

  it('returns a changed list, whatever tag the caller has', async () => {
    const before = await read('incidents');
    await ok('POST', '/incidents', { key, body: { title: 'Checkout is down', severity: 2 } });
    const after = await read('incidents', before.tag);
    assert.equal(after.status, 200);
    assert.match(after.text, /Checkout is down/);
    assert.notEqual(after.tag, before.tag);
  });

  it('does not tell a caller without the scope whether a tag is current', async () => {
    const { tag } = await read('incidents');
    const stranger = (await makeKey(['alerts:read'])).secret;
    const answers = await Promise.all([tag, '"other"'].map((sent) => read('incidents', sent, stranger)));
    assert.deepEqual(
      answers.map(({ status, tag: answered }) => [status, answered]),
      [
        [403, ''],
        [403, ''],
      ],
    );
    assert.equal((await api('GET', '/incidents', { key: stranger })).status, 403);
  });
});
