import assert from 'node:assert/strict';
import { toDifferences } from '../../drafts/differences.js';
import type { Connection } from '../../gen/api.js';
import { EDIT_LABELS, needsWebhookSecret, refuseEdit, toEditDraft, toUpdate } from './edit-draft.js';

const CONNECTION: Connection = {
  id: 'c',
  project_id: 'p',
  provider: 'jira',
  kind: 'token',
  display_name: 'Shop',
  state: 'active',
  account: 'ada@example.com',
  base_url: 'https://acme.atlassian.net',
  target: 'SHOP',
  issue_type: 'Task',
  resolve_issues: false,
  close_tickets: false,
  version: 3,
  created_by: 'u',
  accepts_webhooks: true,
};

describe('the form that changes a connection', () => {
  const draft = toEditDraft(CONNECTION);

  it('sends only what differs, with the version that was read', () => {
    assert.deepEqual(toUpdate(draft, CONNECTION, 3), { expected_version: 3 });
    assert.deepEqual(toUpdate({ ...draft, name: ' New ', isEnabled: false, resolvesIssues: true }, CONNECTION, 3), {
      display_name: 'New',
      enabled: false,
      resolve_issues: true,
      expected_version: 3,
    });
  });

  it('sends a secret only if it is replaced, and removes that of webhooks by an empty one', () => {
    const secret = 's3cret-s3cret-s3cret';
    assert.deepEqual(toUpdate({ ...draft, secret, webhookSecret: secret }, CONNECTION, undefined), {
      secret,
      webhook_secret: secret,
    });
    assert.deepEqual(toUpdate({ ...draft, acceptsWebhooks: false, webhookSecret: secret }, CONNECTION, undefined), {
      webhook_secret: '',
    });
    const without = { ...CONNECTION, accepts_webhooks: false };
    assert.deepEqual(toUpdate(toEditDraft(without), without, undefined), {});
    assert.ok(needsWebhookSecret({ ...toEditDraft(without), acceptsWebhooks: true }, without));
    assert.ok(!needsWebhookSecret(draft, CONNECTION));
  });

  it('asks for the token where the address is another one', () => {
    assert.equal(refuseEdit(draft, CONNECTION), undefined);
    const moved = { ...draft, url: 'https://other.example' };
    assert.match(refuseEdit(moved, CONNECTION) ?? '', /token/);
    assert.equal(refuseEdit({ ...moved, secret: 'x' }, CONNECTION), undefined);
    assert.match(refuseEdit({ ...draft, name: ' ' }, CONNECTION) ?? '', /name/);
    assert.match(refuseEdit({ ...draft, target: '' }, CONNECTION) ?? '', /tickets/);
    assert.match(refuseEdit({ ...draft, webhookSecret: 'short' }, CONNECTION) ?? '', /16 to 256/);
  });

  it('never compares secrets', () => {
    const mine = { ...draft, secret: 'hunter2', webhookSecret: 'hunter2hunter2hunter2' };
    assert.deepEqual(toDifferences(draft, mine, EDIT_LABELS), []);
  });
});
