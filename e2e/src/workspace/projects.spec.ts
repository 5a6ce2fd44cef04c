import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { theService } from '../topology.js';
import { makeProject, sendLog } from './project.js';

describe('projects', () => {
  it('creates a project under a unique slug, and reads it by ID and by slug', async () => {
    const project = await makeProject();
    assert.deepEqual(await ok('GET', `/projects/${project.id}`), project.record);
    assert.deepEqual(await ok('GET', `/projects/${project.slug}`), project.record);
    const again = await api('POST', '/projects', { body: { name: 'again', slug: project.slug } });
    assert.deepEqual([again.status, again.json['error']], [409, 'already_exists']);
  });

  it('creates a slug once for concurrent requests', async () => {
    const body = { name: 'raced', slug: `raced-${randomUUID().slice(0, 8)}` };
    const answers = await Promise.all(Array.from({ length: 8 }, () => api('POST', '/projects', { body })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array<number>(7).fill(409)]);
  });

  it('refuses ambiguous slugs and names of projects', async () => {
    for (const slug of ['', 'Upper', '-x', 'x-', 'a_b', 'a b', 'current', randomUUID(), 'x'.repeat(64), '../x']) {
      const answer = await api('POST', '/projects', { body: { name: 'x', slug } });
      assert.deepEqual([answer.status, answer.json['error']], [400, 'invalid_request'], slug);
    }
    for (const name of ['', ' ', 'a\nb']) {
      assert.equal((await api('POST', '/projects', { body: { name, slug: 'never-made' } })).status, 400, name);
    }
  });

  it('changes name and description of a project, never the slug', async () => {
    const project = await makeProject();
    const path = `/projects/${project.id}`;
    const changed = await ok('PATCH', path, {
      body: { name: 'Renamed', description: 'for tests', expected_version: 1 },
    });
    assert.deepEqual([changed['name'], changed['version']], ['Renamed', 2] as unknown[]);
    assert.equal((await ok('PATCH', path, { body: { description: '' } }))['description'], '');
    assert.equal((await api('PATCH', path, { body: { slug: 'other' } })).status, 400);
    assert.equal((await api('PATCH', path, { body: {} })).status, 400);
    const stale = await api('PATCH', path, { body: { name: 'x', expected_version: 1 } });
    assert.deepEqual([stale.status, stale.json['error']], [409, 'version_conflict']);
  });

  it('returns the generic 404 for projects that do not exist or are not visible to the credential', async () => {
    const [one, other] = [await makeProject(), await makeProject()];
    const bound = await makeKey(['projects:read', 'projects:write'], one.id);
    const answers = await Promise.all([
      api('GET', `/projects/${randomUUID()}`),
      api('GET', `/projects/${other.id}`, { key: bound.secret }),
      api('GET', `/projects/${other.slug}`, { key: bound.secret }),
      api('PATCH', `/projects/${other.id}`, { key: bound.secret, body: { name: 'x' } }),
      api('DELETE', `/projects/${other.id}?confirm=${other.id}`, { key: bound.secret }),
      api('PATCH', `/projects/${one.slug}`, { body: { name: 'x' } }),
    ]);
    for (const answer of answers) assert.deepEqual([answer.status, answer.text], [404, answers[0]?.text]);
    const made = await api('POST', '/projects', { key: bound.secret, body: { name: 'x', slug: 'beyond-its-project' } });
    assert.equal(made.status, 403);
  });
});

describe('the deletion of a project', () => {
  it('refuses a deletion without the repeated ID, and of the default project', async () => {
    const project = await makeProject();
    for (const query of ['', '?confirm=', '?confirm=yes', `?confirm=${project.slug}`]) {
      const refused = await api('DELETE', `/projects/${project.id}${query}`);
      assert.deepEqual([refused.status, refused.json['error']], [400, 'invalid_request'], query);
    }
    assert.equal((await ok('GET', `/projects/${project.id}`))['state'], 'active');
    const id = await defaultProjectId();
    const refused = await api('DELETE', `/projects/${id}?confirm=${id}`);
    assert.deepEqual([refused.status, refused.json['error']], [409, 'state_conflict']);
  });

  it('ends reads and ingestion of a deleted project everywhere, and reports when nothing is left', async () => {
    const project = await makeProject();
    const { id } = project;
    const bound = await makeKey(['telemetry:write', 'logs:read', 'saved_searches:write'], id);
    const { apiKey } = theService();
    assert.equal(await sendLog(bound.secret), 200);
    assert.equal(await sendLog(apiKey, id), 200);
    await eventually('its logs are stored', async () => {
      const logs = await ok('GET', `/logs?project_id=${id}`);
      return [...(logs['logs'] as Json[])].length === 2;
    });
    await ok('POST', '/search/saved', { key: bound.secret, body: { name: 'x', signal: 'logs', query: {} } });

    const answer = await api('DELETE', `/projects/${id}?confirm=${id}`);
    assert.deepEqual([answer.status, answer.json['state']], [202, 'deleting']);
    const gone = await api('GET', `/logs?project_id=${id}`);
    assert.deepEqual([gone.status, gone.text], [404, (await api('GET', `/projects/${randomUUID()}`)).text]);
    const asksWith = async (key: string) => (await api('GET', '/logs', { key })).status;
    await eventually('the gateway refuses its key', async () => (await asksWith(bound.secret)) === 401);
    await eventually('ingestion refuses its key', async () => (await sendLog(bound.secret)) === 401);
    await eventually('ingestion refuses the project', async () => (await sendLog(apiKey, id)) === 404);
    // Its slug is free at once.
    const successor = await ok('POST', '/projects', { body: { name: 'successor', slug: project.slug } });
    assert.notEqual(successor['id'], id);

    await eventually('it is erased', async () => (await ok('GET', `/projects/${id}`))['state'] === 'deleted');
    const left = await ok('GET', `/projects/${id}`);
    assert.ok(Date.parse(left['deletion']?.['completed_at'] ?? '') > 0);
    assert.equal((await api('DELETE', `/projects/${id}?confirm=${id}`)).status, 404);
  });

  it('deletes a project once for concurrent requests', async () => {
    const { id } = await makeProject();
    const answers = await Promise.all(Array.from({ length: 6 }, () => api('DELETE', `/projects/${id}?confirm=${id}`)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [202, ...Array<number>(5).fill(404)]);
  });

  it('requires --yes to delete a project at the command line, which repeats the ID', async () => {
    const { id, slug } = await makeProject();
    assert.equal((await svc(['projects', 'delete', id])).code, 2);
    const directory = await mkdtemp(path.join(tmpdir(), 'svc-profile-'));
    const env = { SVC_CONFIG_DIR: directory };
    const used = await svc(['projects', 'use', slug], { env });
    assert.equal(used.code, 0, used.stderr);
    assert.equal((await json(['projects', 'current'], { env }))['id'], id);
    await rm(directory, { recursive: true });
    assert.equal(await svc(['projects', 'delete', id, '--yes']).then(({ code }) => code), 0);
  });
});
