import assert from 'node:assert/strict';
import { api, makeKey, ok, type Json } from '../api.js';
import { openIssues } from '../issues/scene.js';
import { openIncidents } from './scene.js';

const SETTING = 'the value of a setting';
/** Scopes that some changes of settings need. */
const SETTING_SCOPES = new Set(
  ['account', 'alerts', 'escalation', 'notifications', 'projects', 'settings'].map((noun) => `${noun}:read`),
);

describe('the case file of an incident', () => {
  it('shows linked issues with their impact, deploys and changed flags, as far as the caller may read', async () => {
    const issues = await openIssues();
    const { project } = issues;
    const scene = await openIncidents(project);
    await issues.send(
      { type: 'TimeoutError', distinctId: 'ann', ago: 2_000 },
      { type: 'TimeoutError', distinctId: 'bob', ago: 1_000 },
    );
    const issue = await issues.issue('TimeoutError', 2);
    const inProject = `project_id=${project}`;
    await ok('POST', `/releases?${inProject}`, { body: { release: 'shop@1.4.2', author: 'ada' } });
    const old = new Date(Date.now() - 7_200_000).toISOString();
    await ok('POST', `/releases?${inProject}`, { body: { release: 'shop@1.0.0', deployed_at: old } });
    await ok('POST', `/flags?${inProject}`, { body: { key: 'new-checkout', project_id: project } });
    const created = await scene.create({ links: [{ type: 'error_group', ref: issue['id'] }] });

    await ok('PUT', `/settings/config/shop.limit?${inProject}`, {
      body: { config_type: 'string', config_value: SETTING },
    });

    const file = await scene.get(created['id']);
    const [found] = [...(file['issues']?.['items'] as Json[])];
    assert.deepEqual(
      [found?.['id'], found?.['status'], found?.['events'], found?.['affected_accounts'], file['omitted']],
      [issue['id'], 'new', 2, 0, []],
    );
    assert.equal(typeof found?.['affected_persons'], 'number');
    const names = (part: string, field: string) =>
      [...(file[part]?.['items'] as Json[])].map((item) => item[field] as string);
    assert.deepEqual(names('deploys', 'release'), ['shop@1.4.2']);
    assert.deepEqual(names('flag_changes', 'key'), ['new-checkout']);
    assert.ok(names('setting_changes', 'operation').includes('settings.config_set'));
    assert.ok(names('setting_changes', 'target').includes('shop.limit'));
    assert.ok(!JSON.stringify(file).includes(SETTING));
    assert.equal([...(file['timeline'] as Json[])].length, 2);

    const some = await makeKey(['incidents:read', 'issues:read', 'flags:read'], project);
    const seen = await scene.get(created['id'], some.secret);
    assert.deepEqual(
      [...(seen['omitted'] as Json[])].filter((scope) => !SETTING_SCOPES.has(scope)),
      ['errors:read', 'releases:read'],
    );
    assert.deepEqual([seen['deploys'], seen['issues']?.['items']?.[0]?.['affected_persons']], [undefined, undefined]);
    const few = await makeKey(['incidents:read'], project);
    const blind = await scene.get(created['id'], few.secret);
    assert.deepEqual([blind['issues'], blind['deploys'], blind['flag_changes']], [undefined, undefined, undefined]);
    assert.equal(blind['setting_changes'], undefined);
    assert.ok(!JSON.stringify(blind).includes('TimeoutError'));
  });

  it('does not reveal which issues exist', async () => {
    const issues = await openIssues();
    await issues.send({ type: 'Hidden', ago: 1_000 });
    const issue = await issues.issue('Hidden');
    const { secret: key } = await makeKey(['incidents:read', 'incidents:write'], issues.project);
    const body = { title: 'Down', links: [{ type: 'error_group', ref: issue['id'] }] };
    const refused = await api('POST', '/incidents', { body, key });
    assert.deepEqual([refused.status, refused.json['error']], [403, 'permission_denied']);
    const foreign = await openIncidents();
    const link = { type: 'error_group', ref: issue['id'] };
    const unknown = await foreign.write(await foreign.create(), 'links', { ...link, idempotency_key: undefined });
    assert.deepEqual([unknown.status, unknown.json['error']], [400, 'invalid_request'], unknown.text);
  });
});
