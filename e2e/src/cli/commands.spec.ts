import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { defaultProjectId, makeKey } from '../api.js';
import { theService } from '../topology.js';
import { json, svc } from './svc.js';

type Rows = Record<string, unknown>[];

describe('svc against the running service', () => {
  let project: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    project = await defaultProjectId();
    env = { SVC_PROJECT: project };
  });

  it('finds new log records, as JSON when piped and as a table on request', async () => {
    const body = `hello ${randomUUID()}`;
    const { ingestUrl, apiKey } = theService();
    const request = {
      resourceLogs: [{ scopeLogs: [{ logRecords: [{ severityNumber: 17, body: { stringValue: body } }] }] }],
    };
    const sent = await fetch(`${ingestUrl}/v1/logs`, {
      method: 'POST',
      headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    assert.equal(sent.status, 200);
    const args = ['logs', 'query', '-q', `"${body}"`, '--level', 'error'];
    const found = await eventually('the record', async () => {
      const { logs } = await json(args, { env });
      return (logs as Rows).length === 1 && (logs as Rows)[0];
    });
    assert.equal(found['body'], body);
    const table = await svc([...args, '--output', 'table'], { env });
    assert.ok(table.stdout.includes(body));
    assert.ok(!table.stdout.trimStart().startsWith('{'));
  });

  it('accepts global flags before and after the subcommand', async () => {
    for (const args of [
      ['--project', project, 'projects', 'current'],
      ['projects', 'current', '--project', project],
    ]) {
      assert.equal((await json(args))['id'], project);
    }
  });

  it('runs whoami, projects list and doctor', async () => {
    assert.ok((await json(['whoami']))['organization']);
    assert.ok(((await json(['projects', 'list']))['projects'] as Rows).length >= 1);
    const doctor = await svc(['doctor'], { env });
    assert.match(doctor.stdout, /authentication/);
  });

  it('creates, gets, lists, updates, duplicates and deletes a saved search', async () => {
    const input = JSON.stringify({ name: 'From the client', signal: 'logs', query: { q: 'x' }, is_shared: false });
    const made = await json(['saved-searches', 'create', '--file', '-', '--idempotency-key', randomUUID()], {
      env,
      input,
    });
    const id = String(made['id']);
    assert.equal((await json(['saved-searches', 'get', id], { env }))['name'], 'From the client');
    const list = await json(['saved-searches', 'list', '--signal', 'logs'], { env });
    assert.ok((list['saved_searches'] as Rows).some((row) => row['id'] === id));
    const updated = await json(
      ['saved-searches', 'update', id, '--expected-version', '1', '--json', '{"name":"New"}'],
      { env },
    );
    assert.equal(updated['version'], 2);
    const copy = await json(
      [
        'saved-searches',
        'duplicate',
        id,
        '--expected-version',
        '2',
        '--idempotency-key',
        randomUUID(),
        '--name',
        'Copy',
      ],
      { env },
    );
    assert.equal(copy['name'], 'Copy');
    const refused = await svc(['saved-searches', 'delete', id, '--expected-version', '2'], { env });
    assert.equal(refused.code, 2);
    assert.equal((await svc(['saved-searches', 'delete', id, '--expected-version', '2', '--yes'], { env })).code, 0);
    const gone = await svc(['saved-searches', 'get', id], { env });
    assert.equal(gone.code, 5);
  });

  it('reports the documented exit codes and errors', async () => {
    const bound = await makeKey(['projects:read'], project);
    const cases: [string[], Record<string, string>, number, number | undefined][] = [
      [['projects', 'current'], { SVC_API_KEY: 'svc_wrong_key_of_some_length' }, 3, 401],
      [['projects', 'current'], { SVC_API_KEY: bound.secret, SVC_PROJECT: randomUUID() }, 4, 403],
      [['logs', 'query'], { SVC_API_KEY: bound.secret }, 4, 403],
      [['traces', 'get', '0e'.repeat(16)], env, 5, 404],
      [['logs', 'query', '--nonsense'], env, 2, undefined],
      [['nonsense'], env, 2, undefined],
      [['projects', 'list'], { SVC_API_URL: 'http://127.0.0.1:9/api/v1' }, 1, undefined],
    ];
    for (const [args, environment, code, status] of cases) {
      const result = await svc(args, { env: environment });
      assert.equal(result.code, code, `${args.join(' ')}: ${result.stdout} ${result.stderr}`);
      const error = JSON.parse(result.stderr) as Record<string, unknown>;
      assert.equal(error['exit_code'], code);
      assert.equal(error['status'], status);
      assert.equal(typeof error['error'], 'string');
      assert.equal(typeof error['message'], 'string');
    }
  });
});
