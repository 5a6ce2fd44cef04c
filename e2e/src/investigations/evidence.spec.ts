import assert from 'node:assert/strict';
import { makeKey, ok, type Json } from '../api.js';
import { sendOutage } from './outage.js';
import { openScene, SCOPES, start, whenOver, type Scene } from './scene.js';

describe('the evidence of an investigation of slow requests', () => {
  let scene: Scene;
  let done: Json;
  const ofKind = (investigation: Json, kind: string): Json | undefined =>
    [...(investigation['evidence'] as Json[])].find((each) => (each['kind'] as string) === kind);
  beforeAll(async () => {
    scene = await openScene();
    await sendOutage(scene, {}, Date.now(), 'slow');
    const { id } = await start(scene, { question: 'why is checkout slow' });
    done = await whenOver(scene, id);
  });

  it('compares critical paths, and links to that of a slow trace', async () => {
    assert.equal(done['status'], 'completed', JSON.stringify(done));
    const found = ofKind(done, 'critical_path');
    assert.equal(found?.['finding'], 'present', JSON.stringify(found));
    assert.match(String(found['title']), /^payments: "POST \/charge" spends 9\d\d ms on the critical path/);
    const [requests, top] = [...(found['result'] as Json[])];
    assert.deepEqual([requests?.['service'], requests?.['operation']], ['checkout', 'POST /order']);
    assert.deepEqual([top?.['service'], top?.['normal_ms'], top?.['now_ms'], top?.['share']], ['payments', 70, 970, 1]);
    const path = await ok('GET', String(found['link']).replace('/api/v1', ''), { key: scene.key });
    assert.deepEqual([path['duration_ms'], path['operations']?.[0]?.['service_name']], [990, 'payments']);
  });

  it('names the accounts of those who were affected, and omits them for readers without groups:read', async () => {
    const found = ofKind(done, 'affected_accounts');
    assert.equal(found?.['title'], '1 account had affected requests: company "acme"');
    const reader = await makeKey(
      SCOPES.filter((scope) => scope !== 'groups:read'),
      scene.project,
    );
    const shown = await ok('GET', `/investigations/${String(done['id'])}`, { key: reader.secret });
    assert.equal(ofKind(shown, 'affected_accounts'), undefined);
    assert.ok(ofKind(shown, 'critical_path'));
    const omitted = [...(shown['omitted'] as Json[])].find(({ kind }) => (kind as string) === 'affected_accounts');
    assert.deepEqual(omitted, { kind: 'affected_accounts', scopes: ['groups:read'], missing_for: 'reader' });
  });
});
