import assert from 'node:assert/strict';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultProjectId, ok } from '../api.js';
import { theService } from '../topology.js';
import { json, svc } from './svc.js';

describe('the commands of svc for coding agents, against the running service', () => {
  let home: string;
  beforeAll(async () => {
    home = await realpath(await mkdtemp(path.join(tmpdir(), 'svc-agents-')));
  });
  afterAll(() => rm(home, { recursive: true }));

  it('verifies the endpoint that mcp endpoint prints, with both handshakes and the tools', async () => {
    const { endpoint } = await json(['mcp', 'endpoint']);
    assert.equal(endpoint, `${theService().httpUrl}/mcp`);
    const report = await json(['mcp', 'verify']);
    assert.deepEqual([report['ok'], report['endpoint']], [true, endpoint]);
    const handshakes = report['handshakes'] as { method: string; status: string; server: { name: string } }[];
    assert.deepEqual(
      handshakes.map(({ method, status }) => [method, status]),
      [
        ['initialize', 'ok'],
        ['server/discover', 'ok'],
      ],
    );
    const tools = report['tools'] as { name: string }[];
    assert.ok(tools.some(({ name }) => name === 'search_logs'));
  });

  it('says with doctor that MCP is served', async () => {
    const { stdout, stderr } = await svc(['doctor'], { env: { SVC_PROJECT: await defaultProjectId() } });
    const { checks } = JSON.parse(stdout) as { checks: { check: string; status: string; message: string }[] };
    const found = checks.find(({ check }) => check === 'mcp');
    assert.equal(found?.status, 'ok', `${stdout}${stderr}`);
    assert.match(found.message, /2025-11-25 and 2026-07-28, \d+ tools$/);
  });

  it('repeats why the endpoint refuses a publishable key', async () => {
    const made = await ok('POST', '/account/api-keys', {
      body: {
        name: 'page',
        scopes: ['flags:evaluate'],
        publishable: true,
        project_id: await defaultProjectId(),
      },
    });
    const { code, stdout, stderr } = await svc(['mcp', 'verify'], { env: { SVC_API_KEY: String(made['secret']) } });
    assert.equal(code, 4, stderr);
    assert.match(stderr, /A publishable key cannot use the MCP endpoint\./);
    assert.equal('tools' in (JSON.parse(stdout) as object), false);
  });

  it('installs the skill that skill show prints', async () => {
    const env = { HOME: home, USERPROFILE: home };
    const installed = await json(['skill', 'install', 'claude-code', '--global'], { env });
    const file = path.join(home, '.claude', 'skills', 'svc', 'SKILL.md');
    assert.deepEqual([installed['status'], installed['path'], installed['current']], ['installed', file, true]);
    const { content } = await json(['skill', 'show']);
    assert.equal(await readFile(file, 'utf8'), content);
    assert.equal((await svc(['skill', 'show', '-o', 'table'])).stdout, content);
    assert.equal((await json(['skill', 'install', 'claude-code', '--global'], { env }))['status'], 'unchanged');
  });
});
