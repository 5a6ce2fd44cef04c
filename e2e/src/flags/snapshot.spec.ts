import assert from 'node:assert/strict';
import { api, ok, type Json } from '../api.js';
import { create, openProject, type Scene } from './flag.js';

const PATH = '/flags/local-evaluation';

describe('flags: the snapshot for local evaluation', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openProject();
  });
  const read = (ifNoneMatch?: string, { key } = scene) =>
    api('GET', PATH, { key, headers: ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch } });

  it('returns the full definitions of flags, their versions, and the quoted etag as ETag header', async () => {
    const made = await create(scene, { active: false });
    const { status, json, headers } = await read();
    assert.equal(status, 200);
    assert.deepEqual([json['schema_version'], json['max_age_seconds'], json['project_id']], [1, 30, scene.project]);
    const { created_by: _, ...flag } = made as object as Record<string, unknown>;
    assert.deepEqual([...(json['flags'] as Json[])], [flag]);
    assert.ok(json['updated_at']);
    assert.equal(headers.get('etag'), `"${json['etag'] as string}"`);
    assert.equal(headers.get('cache-control'), 'private,max-age=30');
  });

  it('responds with 304 without a body if the client has the snapshot: exact, weak, in a list or by *', async () => {
    const etag = (await read()).headers.get('etag') ?? '';
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, text, headers } = await read(header);
      assert.deepEqual([status, text], [304, ''], header);
      assert.deepEqual([headers.get('etag'), headers.get('cache-control')], [etag, 'private,max-age=30']);
      assert.equal(headers.get('content-type'), null);
    }
    for (const header of ['"other"', etag.slice(1, -1), `${etag}x`])
      assert.equal((await read(header)).status, 200, header);
  });

  it('keeps the snapshot until something changes, and then returns another with a greater version', async () => {
    const before = await read();
    assert.equal((await read()).headers.get('etag'), before.headers.get('etag'));
    await create(scene);
    const after = await read(before.headers.get('etag') ?? '');
    assert.equal(after.status, 200);
    assert.notEqual(after.headers.get('etag'), before.headers.get('etag'));
    assert.equal(after.json['snapshot_version'], (before.json['snapshot_version'] as number) + 1);
  });

  it('changes neither etag nor version for a refused write', async () => {
    const before = await read();
    await api('POST', '/flags', { key: scene.key, body: { key: 'a b' } });
    await api('DELETE', '/flags/unknown', { key: scene.key });
    assert.equal((await read(before.headers.get('etag') ?? '')).status, 304);
  });

  it('binds a validator to its project, also if the flags are the same', async () => {
    const [one, other] = await Promise.all([openProject(), openProject()]);
    const [first, second] = await Promise.all([read(undefined, one), read(undefined, other)]);
    assert.deepEqual([...(first.json['flags'] as Json[])], [...(second.json['flags'] as Json[])]);
    assert.equal((await read(first.headers.get('etag') ?? '', other)).status, 200);
  });

  it('requires flags:read and a project for the snapshot', async () => {
    assert.equal((await api('GET', PATH)).status, 400);
    assert.equal((await ok('GET', `${PATH}?project_id=${scene.project}`))['project_id'], scene.project);
    assert.equal((await api('GET', PATH, { key: null })).status, 401);
  });
});
