import assert from 'node:assert/strict';
import { toTarget } from './targets.js';

describe('pages of what has an ID', () => {
  it('exist for types that the console shows', () => {
    assert.deepEqual(toTarget('issue', 'a/b'), { to: 'issues/a%2Fb' });
    assert.deepEqual(toTarget('metric', 'a/b'), { to: 'metrics', search: { name: 'a/b' } });
    assert.deepEqual(toTarget('dashboard', 'a'), { to: 'dashboards/a' });
    assert.deepEqual(toTarget('span', 'trace/span'), { to: 'traces/trace', search: { span: 'span' } });
    assert.deepEqual(toTarget('flag', 'new-checkout'), { to: 'flags/new-checkout' });
    assert.deepEqual(toTarget('account', 'acme', '/api/v1/groups/company/acme'), {
      to: 'customers/accounts/company/acme',
    });
    assert.deepEqual(toTarget('alert', 'a'), { to: 'respond/alerts/a' });
    assert.deepEqual(toTarget('anomaly', 'a'), { to: 'respond/anomalies/a' });
    assert.deepEqual(toTarget('incident', 'a'), { to: 'respond/incidents/a' });
    assert.deepEqual(toTarget('agent_run', 'a-b'), { to: 'ai/runs/a-b' });
    assert.deepEqual(toTarget('session', 'a b'), { to: 'replays/a%20b' });
    assert.deepEqual(toTarget('ticket', 'a'), { to: 'tickets/a' });
    assert.equal(toTarget('unknown', 'a'), undefined);
  });

  it('do not exist for names that a browser would resolve in a path', () => {
    for (const name of ['', '.', '..']) assert.equal(toTarget('service', name), undefined);
  });
});
