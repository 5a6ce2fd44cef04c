import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, makeKey, ok, type Json } from '../api.js';
import { openIssues } from '../issues/scene.js';
import { whenOver } from './scene.js';

const RULE = { name: 'New issues', kind: 'new_issue', incident: { auto_create: true } };

describe('investigations that alert rules start', () => {
  it('begin when the alert fires, once, and are attached to the incident that it has opened', async () => {
    const scene = await openIssues();
    const own = `project_id=${scene.project}`;
    await ok('POST', `/alerts/rules?${own}`, {
      body: { ...RULE, name: 'Off by default', query: { service: ['cart'] } },
    });
    const rule = await ok('POST', `/alerts/rules?${own}`, { body: { ...RULE, investigate: true } });
    assert.equal(rule['investigate'], true);
    await scene.send({ type: 'Broken', message: 'no', service: 'shop', environment: 'production' });
    const investigations = async (): Promise<Json[]> => [
      ...((await ok('GET', `/investigations?${own}`))['investigations'] as Json[]),
    ];
    const started = await eventually('an investigation starts', async () => (await investigations())[0]);
    assert.equal(started['created_by'], `rule:${String(rule['id'])}`);
    const { secret: key } = await makeKey(['investigations:read', 'alerts:read', 'incidents:read'], scene.project);
    const done = await whenOver({ key }, started['id']);
    assert.equal(done['status'], 'completed');
    assert.deepEqual(done['scope']?.['services'], ['shop']);
    const entry = await eventually('it is attached', async () => {
      const { incidents } = await ok('GET', '/incidents', { key });
      const [incident] = [...(incidents as Json[])];
      if (!incident) return undefined;
      const { entries } = await ok('GET', `/incidents/${String(incident['id'])}/timeline`, { key });
      return [...(entries as Json[])].find(({ kind }) => (kind as string) === 'investigation_attached');
    });
    assert.equal(entry['data']?.['investigation_id'], started['id']);
    assert.equal((await investigations()).length, 1);
  });

  it('need the scope investigations:write of whoever saves the rule', async () => {
    const scene = await openIssues();
    const { secret: key } = await makeKey(['alerts:write'], scene.project);
    const answer = await api('POST', '/alerts/rules', { key, body: { ...RULE, investigate: true } });
    assert.deepEqual([answer.status, answer.json['error']], [403, 'permission_denied']);
  });
});
