import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, makeKey, ok, type Json } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { makeProject } from './project.js';

const SECRET = 'Sentinel-of-a-secret-5d1c';

describe('configuration entries', () => {
  let key: string;
  let project: string;
  const at = (path: string) => `/settings/config${path}`;
  const set = (name: string, type: string, value: unknown, more: object = {}) =>
    api('PUT', at(`/${name}`), { key, body: { config_type: type, config_value: value, ...more } });
  beforeAll(async () => {
    project = (await makeProject()).id;
    key = (await makeKey(['settings:read', 'settings:write'], project)).secret;
  });

  it('keeps values of every type unchanged', async () => {
    for (const [type, value] of [
      ['string', 'text'],
      ['number', 0.25],
      ['boolean', false],
      ['json', { a: [1, null, 'x'], b: {} }],
    ] as const) {
      const made = await set(`kept.${type}`, type, value);
      assert.equal(made.status, 200, made.text);
      assert.deepEqual((await ok('GET', at(`/kept.${type}`), { key }))['config_value'], value);
    }
    const list = await ok('GET', at('?type=number'), { key });
    assert.deepEqual(
      [...(list['entries'] as Json[])].map((entry) => entry['key'] as string),
      ['kept.number'],
    );
  });

  it('refuses values of another type, naming the field and not the value', async () => {
    for (const [type, value] of [
      ['number', SECRET],
      ['boolean', 1],
      ['string', 1],
      ['secret', ''],
    ] as const) {
      const refused = await set('refused', type, value);
      assert.deepEqual([refused.status, refused.json['error']], [400, 'invalid_request'], type);
      assert.ok(refused.text.includes('config_value') && !refused.text.includes(SECRET));
    }
    for (const name of ['Upper', 'a%20b', 'x'.repeat(129)]) assert.equal((await set(name, 'string', 'x')).status, 400);
    assert.equal((await set('refused', 'toml', 'x')).status, 400);
  });

  it('never returns a secret', async () => {
    const made = await set('the.secret', 'secret', SECRET);
    assert.equal(made.status, 200);
    const answers = [made, await api('GET', at('/the.secret'), { key }), await api('GET', at(''), { key })];
    for (const { text } of answers) assert.ok(!text.includes(SECRET) && text.includes('the.secret'));
  });

  it('changes an entry under the expected version alone, and once for concurrent requests', async () => {
    const first = await set('raced', 'number', 0);
    const expected_version = first.json['version'] as number;
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((value) => set('raced', 'number', value, { expected_version })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409]);
    assert.equal((await set('absent', 'number', 1, { expected_version: 1 })).status, 409);
  });

  it('creates an entry once for concurrent requests', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((value) => set('same', 'number', value)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    assert.equal(new Set(answers.map((answer) => answer.json['id'] as string)).size, 1);
  });

  it('deletes an entry by ID, and returns the same 404 for unknown, foreign and malformed IDs', async () => {
    const { id } = (await set('gone', 'string', 'x')).json as unknown as { id: string };
    const other = await makeKey(['settings:read', 'settings:write'], (await makeProject()).id);
    const misses = await Promise.all([
      api('DELETE', at(`/${id}`), { key: other.secret }),
      api('DELETE', at(`/${randomUUID()}`), { key }),
      api('DELETE', at('/gone'), { key }),
      api('GET', at('/gone'), { key: other.secret }),
    ]);
    for (const miss of misses) assert.deepEqual([miss.status, miss.text], [404, misses[0]?.text]);
    assert.equal((await api('DELETE', at(`/${id}`), { key })).status, 204);
    assert.equal((await api('GET', at('/gone'), { key })).status, 404);
  });

  it('lists entries by the client without their secrets', async () => {
    const { stdout } = await svc(['settings', 'config', 'list', '-o', 'table'], { env: { SVC_API_KEY: key } });
    assert.match(stdout, /^KEY +TYPE +VALUE/);
    assert.match(stdout, /the\.secret +secret/);
    assert.ok(!stdout.includes(SECRET));
  });

  it('returns the code host, unset until it is set', async () => {
    const env = { SVC_API_KEY: key };
    assert.equal((await ok('GET', '/settings/codehost', { key }))['enabled'], false);
    await json(['settings', 'codehost', 'set', '--repo', 'acme/checkout', '--repo-root', 'src'], { env });
    const config = await json(['settings', 'codehost', 'get'], { env });
    assert.deepEqual([config['enabled'], config['repo'], config['repo_root']], [true, 'acme/checkout', 'src']);
    assert.equal((await api('DELETE', '/settings/codehost', { key })).status, 204);
    assert.deepEqual(await ok('GET', '/settings/codehost', { key }), { enabled: false, repo: '', repo_root: '' });
    assert.equal((await api('DELETE', '/settings/codehost', { key })).status, 404);
    for (const repo of ['', 'acme', 'acme/', '../x', 'a/..', 'a/b/c', 'a b/c']) {
      assert.equal((await api('PUT', '/settings/codehost', { key, body: { repo } })).status, 400, repo);
    }
  });
});
