import assert from 'node:assert/strict';
import { runCommandLine } from '../cli.js';
import { CATALOG } from '../commands/index.js';
import { fakeIo } from '../testing/fake-io.js';

const INCIDENT = {
  id: 'i1',
  number: 'INC-1',
  timeline: [
    { kind: 'acknowledged', at: '2026-01-31T09:00:00Z', actor: { type: 'user', id: 'u1' }, data: {} },
    { kind: 'resolved', at: '2026-01-31T09:01:00Z', actor: { type: 'api_key', id: 'k1' }, data: {} },
  ],
};

function incidentIo(mayReadNames: boolean) {
  const paths: string[] = [];
  const fetch = (input: unknown): Promise<Response> => {
    const { pathname } = new URL(String(input));
    paths.push(pathname);
    if (pathname.endsWith('/incidents/i1')) return Promise.resolve(json(INCIDENT));
    if (!mayReadNames) return Promise.resolve(json({ error: 'permission_denied', message: 'No.' }, 403));
    if (pathname.endsWith('/members')) return Promise.resolve(json({ members: [{ user_id: 'u1', name: 'Ada' }] }));
    return Promise.resolve(json({ api_keys: [{ id: 'k1', name: 'deploy bot' }] }));
  };
  const env = { SVC_API_KEY: 'k', SVC_API_URL: 'http://svc.test' };
  return { io: fakeIo({ env, fetch }), paths };
}

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

describe('incidents view', () => {
  it('names the users and API keys of the timeline', async () => {
    const { io } = incidentIo(true);
    assert.equal(await runCommandLine(['incidents', 'view', 'i1', '-o', 'table'], CATALOG, io), 0);
    assert.match(io.written.stdout, /Ada acknowledged the incident\n.*deploy bot resolved the incident\n/);
  });

  it('shows IDs if the credential may not read names, and asks for none as JSON', async () => {
    const refused = incidentIo(false);
    assert.equal(await runCommandLine(['incidents', 'view', 'i1', '-o', 'table'], CATALOG, refused.io), 0);
    assert.match(refused.io.written.stdout, /User u1 acknowledged the incident\n.*API key k1 resolved/);
    const piped = incidentIo(true);
    assert.equal(await runCommandLine(['incidents', 'view', 'i1'], CATALOG, piped.io), 0);
    assert.deepEqual(JSON.parse(piped.io.written.stdout), INCIDENT);
    assert.deepEqual(piped.paths, ['/api/v1/incidents/i1']);
  });
});
