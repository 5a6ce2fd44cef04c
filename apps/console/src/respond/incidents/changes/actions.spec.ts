import assert from 'node:assert/strict';
import type { Incident } from '../../../gen/api.js';
import { compareIncidents, refuse, toEdit } from './actions.js';

const INCIDENT: Incident = {
  id: 'i1',
  project_id: 'p1',
  number: 'INC-1',
  title: 'Checkout is down',
  description: '',
  severity: 1,
  status: 'open',
  version: 1,
  links: [],
  created_by: 'u1',
  acknowledged_at: null,
  resolved_at: null,
  time_to_acknowledge_seconds: null,
  time_to_resolve_seconds: null,
  reopen_count: 0,
};
const nameOf = (id: string | undefined): string => id ?? 'nobody';

describe('Changes of an incident', () => {
  it.each([
    ['acknowledge', 'open'],
    ['resolve', 'open acknowledged'],
    ['reopen', 'acknowledged resolved'],
    ['comment', 'open acknowledged resolved'],
  ] as const)('can %s one that is %s, as the table of statuses says', (kind, expected) => {
    const possible = ['open', 'acknowledged', 'resolved'].filter((status) => refuse(kind, status) === undefined);
    assert.equal(possible.join(' '), expected);
  });

  it('send only the fields that were typed, so that those of others stay', () => {
    const edit = (typed: { readonly title?: string; readonly description?: string }) =>
      toEdit(INCIDENT, { title: INCIDENT.title, description: INCIDENT.description, ...typed });
    assert.deepEqual(edit({ title: ' Cart is down ' }), { kind: 'edit', title: 'Cart is down' });
    assert.deepEqual(edit({ description: 'a' }), { kind: 'edit', description: 'a' });
    assert.equal(edit({}), undefined);
  });

  it('show what has changed since it was read, and nothing else', () => {
    const now = { ...INCIDENT, version: 2, status: 'acknowledged', acknowledged_by: 'u2' };
    assert.deepEqual(compareIncidents(INCIDENT, now, nameOf), [
      { name: 'Status', before: 'open', now: 'acknowledged' },
      { name: 'Acknowledged by', before: 'nobody', now: 'u2' },
      { name: 'Version', before: '1', now: '2' },
    ]);
    assert.deepEqual(compareIncidents(INCIDENT, INCIDENT, nameOf), []);
  });
});
