import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommandLine } from '../../cli.js';
import { fakeIo } from '../../testing/fake-io.js';
import { startPeer, type Peer } from '../../testing/peer.js';
import { CATALOG } from '../index.js';

const CODE = { device_code: 'd', user_code: 'BCDF-GHJK', verification_uri: 'http://svc.test/device', expires_in: 600 };
const TOKENS = { access_token: 'a', refresh_token: 'r', expires_in: 900 };
const PROJECTS = { projects: ['shop', 'blog'].map((slug) => ({ id: `id-${slug}`, slug, state: 'active' })) };
const IDENTITY = { principal: { type: 'user', id: 'u', name: 'Ada' } };

describe('login at a terminal', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'svc-login-'));
  let peer: Peer;
  beforeAll(async () => {
    peer = await startPeer();
  });
  afterAll(async () => {
    await peer.stop();
    rmSync(directory, { recursive: true });
  });
  beforeEach(() => rmSync(path.join(directory, 'config.json'), { force: true }));

  async function logIn(typed: string, ...flags: string[]) {
    peer.answer({ body: CODE }, { body: TOKENS }, { body: PROJECTS }, { body: IDENTITY });
    const env = { SVC_CONFIG_DIR: directory, SVC_API_URL: peer.url };
    const io = fakeIo({ isTerminal: true, stdin: typed, fetch, env });
    const code = await runCommandLine(['login', ...flags], CATALOG, io);
    const { profiles } = JSON.parse(readFileSync(path.join(directory, 'config.json'), 'utf8')) as {
      profiles: { default: { project?: string } };
    };
    return { code, ...io.written, project: profiles.default.project };
  }

  it('asks for one of several projects', async () => {
    const { code, stdout, stderr, project } = await logIn('2\n');
    assert.deepEqual([code, project], [0, 'id-blog']);
    assert.match(
      stderr,
      /confirm the code BCDF-GHJK:\n\n {2}http:\/\/svc\.test\/device\n[^]* 1 {2}shop\n {2}2 {2}blog\n/,
    );
    assert.match(stdout, /^Signed in to .* as Ada\.\nActive project: blog\.\n$/);
  });

  it('does not ask for a project that is given or was selected before', async () => {
    const given = await logIn('2\n', '--project', 'shop');
    assert.deepEqual([given.project, given.stderr.includes('Projects')], ['id-shop', false]);
    const again = await logIn('2\n');
    assert.deepEqual([again.project, again.stderr.includes('Projects')], ['id-shop', false]);
  });

  it('names the command that chooses later if nothing is chosen', async () => {
    const { code, stdout, project } = await logIn('');
    assert.deepEqual([code, project], [0, undefined]);
    assert.match(stdout, /Choose one of 2: svc projects list, then svc projects use <slug>\./);
  });

  it('does not ask where the output is JSON', async () => {
    const { stdout, stderr } = await logIn('2\n', '-o', 'json');
    assert.equal((JSON.parse(stdout) as { project: null }).project, null);
    assert.doesNotMatch(stderr, /Projects/);
  });
});
