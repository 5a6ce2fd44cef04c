import assert from 'node:assert/strict';
import { chooseProvider, findMissing, toCreate, toStart, type ConnectionDraft } from './providers.js';

const DRAFT: ConnectionDraft = {
  provider: 'jira',
  way: 'token',
  name: ' Shop ',
  target: 'SHOP',
  secret: 's3cret',
  account: 'ada@example.com',
  url: 'https://acme.atlassian.net',
  resolvesIssues: true,
  closesTickets: false,
};

describe('the form of a connection', () => {
  it('says what is missing', () => {
    assert.equal(findMissing(DRAFT), undefined);
    assert.match(findMissing({ ...DRAFT, name: ' ' }) ?? '', /name/);
    assert.match(findMissing({ ...DRAFT, target: '' }) ?? '', /tickets/);
    assert.match(findMissing({ ...DRAFT, secret: '' }) ?? '', /token/);
    assert.match(findMissing({ ...DRAFT, url: '' }) ?? '', /address/);
    assert.equal(findMissing({ ...DRAFT, way: 'oauth', secret: '', url: '' }), undefined);
    assert.equal(findMissing({ ...DRAFT, provider: 'github', target: '', url: '' }), undefined);
  });

  it('sends the token only where there is one', () => {
    const common = {
      provider: 'jira',
      display_name: 'Shop',
      target: 'SHOP',
      resolve_issues: true,
      close_tickets: false,
    };
    assert.deepEqual(toCreate(DRAFT), {
      ...common,
      kind: 'token',
      secret: 's3cret',
      account: 'ada@example.com',
      base_url: 'https://acme.atlassian.net',
    });
    assert.deepEqual(toStart(DRAFT), { ...common, site_url: 'https://acme.atlassian.net' });
  });

  it('never sends a token to the address of another provider, or a field that is not shown', () => {
    const empty = { url: '', account: '', secret: '' };
    for (const provider of ['github', 'linear'] as const)
      assert.deepEqual(chooseProvider(DRAFT, provider), { ...DRAFT, ...empty, provider });
    const named = (body: object) => ['account', 'base_url', 'site_url'].filter((name) => name in body);
    assert.deepEqual(named(toCreate({ ...DRAFT, provider: 'linear' })), []);
    assert.deepEqual(named(toCreate({ ...DRAFT, provider: 'github' })), ['base_url']);
    for (const provider of ['github', 'linear'] as const) assert.deepEqual(named(toStart({ ...DRAFT, provider })), []);
    assert.deepEqual(named(toCreate({ ...DRAFT, provider: 'github', url: ' ' })), []);
  });
});
