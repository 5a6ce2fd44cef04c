import assert from 'node:assert/strict';
import type { JsonObject } from '../../../runtime/values/json.js';
import { createColors } from '../../layout/colors.js';
import { seconds } from './incident-list.js';
import { printIncident } from './incident.js';
import { printEntry } from './timeline-entry.js';

const page = { width: undefined, colors: createColors(false) };

const INCIDENT: JsonObject = {
  id: 'i-1',
  number: 'INC-12',
  title: 'Checkout is\u001b[31m down',
  description: 'Payments time out.',
  severity: 1,
  status: 'acknowledged',
  version: 3,
  links: [
    { id: 'l-1', type: 'error_group', ref: 'issue-1' },
    {
      id: 'l-2',
      type: 'alert',
      ref: 'alert-1',
      correlation_reason: 'same service_name pay; 4 minutes after the last alert',
    },
    { id: 'l-3', type: 'anomaly', ref: 'finding-1' },
  ],
  escalation: { state: 'acknowledged', level: 2, pass: 1, next_level: 1, next_at: '2026-01-31T09:31:30Z' },
  created_at: '2026-01-31T09:00:00Z',
  time_to_acknowledge_seconds: 90,
  time_to_resolve_seconds: null,
  reopen_count: 1,
  issues: {
    items: [{ id: 'issue-1', title: 'TimeoutError: pay', status: 'ongoing', events: 1200, affected_persons: 1 }],
    truncated: true,
  },
  alerts: {
    items: [
      {
        id: 'alert-1',
        name: 'Pay fails',
        severity: 'critical',
        state: 'firing',
        summary: 'count is 12, above 5.',
        started_at: '2026-01-31T08:58:00Z',
      },
    ],
  },
  anomalies: {
    items: [
      {
        id: 'finding-1',
        detector: 'calls',
        direction: 'down',
        labels: { service_name: 'pay' },
        severity: 'warning',
        status: 'open',
        started_at: '2026-01-31T08:55:00Z',
      },
    ],
  },
  deploys: { items: [{ release: 'shop@1.4.2', deployed_at: '2026-01-31T08:55:00Z', author: 'ada' }] },
  flag_changes: { items: [], truncated: false, error: 'The flags cannot be read now: unavailable.' },
  omitted: ['errors:read'],
  timeline: [
    { seq: 1, kind: 'created', at: '2026-01-31T09:00:00Z', actor: { type: 'user', id: 'u-1' }, data: { severity: 1 } },
    {
      seq: 2,
      kind: 'comment',
      at: '2026-01-31T09:02:00Z',
      actor: { type: 'api_key', id: 'k-1' },
      data: { text: 'Rolling\nback' },
    },
  ],
  timeline_truncated: false,
  names: { 'u-1': 'Ada' },
};

describe('the case file of an incident', () => {
  it('shows the summary, the subject, the changes, the events and the next command', () => {
    assert.equal(
      printIncident(INCIDENT, page),
      `INC-12  Checkout is down
acknowledged  severity 1
created 2026-01-31T09:00:00Z · acknowledged after 1m 30s · reopened once · version 3
Payments time out.
escalation acknowledged · level 2 paged in pass 1 · level 1 at 2026-01-31T09:31:30Z

Links
  error group issue-1
    TimeoutError: pay · ongoing · 1,200 events · 1 person
  alert alert-1
    Pay fails · critical · firing · count is 12, above 5. · since 2026-01-31T08:58:00Z
    same service_name pay; 4 minutes after the last alert
  anomaly finding-1
    calls down of pay · warning · open · since 2026-01-31T08:55:00Z
  and more

Deploys
  2026-01-31T08:55:00Z  shop@1.4.2  ada

Flag changes
  The flags cannot be read now: unavailable.

Left out without the scopes errors:read.

Timeline
  2026-01-31T09:00:00Z  Ada created the incident with severity 1
  2026-01-31T09:02:00Z  API key k-1: Rolling back

Next
  svc incidents resolve i-1 --expected-version 3 --idempotency-key resolve-3
  svc incidents watch i-1
`,
    );
  });

  it('fits a narrow terminal', () => {
    const lines = printIncident(INCIDENT, { ...page, width: 40 }).split('\n');
    for (const line of lines.filter((each) => !/^ +(svc|--)/.test(each))) assert.ok(line.length <= 40, line);
  });

  it('leaves out parts that are missing', () => {
    const text = printIncident({ id: 'i', status: 'open', version: 1, title: 'Down', number: 'INC-1' }, page);
    assert.doesNotMatch(text, /Links|Deploys|Timeline|Left out/);
  });
});

describe('an entry of a timeline', () => {
  it('shows the changed fields', () => {
    const entry = {
      kind: 'severity_changed',
      at: '2026-01-31T09:00:00.5Z',
      actor: { type: 'system', id: 'escalation' },
      data: { from: 3, to: 1 },
    };
    assert.equal(printEntry(entry, page), '2026-01-31T09:00:00Z  The severity was changed from 3 to 1\n');
  });
});

describe('seconds', () => {
  it('shows seconds in the two largest units', () => {
    assert.deepEqual([0.4, 59, 60, 3_725, 90_061].map(seconds), ['0s', '59s', '1m', '1h 2m', '1d 1h']);
  });
});
