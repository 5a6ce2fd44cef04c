import assert from 'node:assert/strict';
import type { JsonObject } from '../../../runtime/values/json.js';
import { printAnswer } from '../../answer.js';
import { createColors } from '../../layout/colors.js';
import { ANOMALY_COLUMNS } from './anomaly-list.js';
import { printAnomaly } from './anomaly.js';

const page = { width: undefined, colors: createColors(false) };

const FINDING: JsonObject = {
  id: 'f-1',
  summary: 'Unusually many calls of check\u001b[31mout: 900 in five minutes where 412 are usual (the last hours).',
  detector: 'calls',
  labels: { service_name: 'checkout' },
  severity: 'critical',
  status: 'open',
  version: 1,
  score: 12.345,
  windows: 4,
  started_at: '2026-01-31T09:00:00Z',
  last_seen_at: '2026-01-31T09:20:00Z',
  resolved_at: null,
  previous_id: 'f-0',
  differences: [
    { attribute: 'release', value: 'v2', share_before: 0, share_now: 0.75 },
    { attribute: 'environment', value: '', share_before: 0.1, share_now: 0.2 },
  ],
  deploys: { items: [{ release: 'v2', deployed_at: '2026-01-31T08:55:00Z', author: 'ada' }], truncated: true },
  flag_changes: { items: [], truncated: false },
  omitted: ['flags:read'],
};

describe('a finding in a terminal', () => {
  it('shows the deviation, the differences, the changes and the next steps', () => {
    assert.equal(
      printAnomaly(FINDING, page),
      `Unusually many calls of checkout: 900 in five minutes where 412 are usual (the last hours).
open  critical
calls · service_name="checkout" · score 12.3 · 4 windows
started 2026-01-31T09:00:00Z · last seen 2026-01-31T09:20:00Z · version 1
happened before: f-0

More frequent than before
  release v2  0 % → 75 %
  environment (absent)  10 % → 20 %

Deploys
  2026-01-31T08:55:00Z  v2  ada
  and more

Left out without the scopes flags:read.

Next
  svc anomalies ack f-1
  svc anomalies resolve f-1
`,
    );
  });

  it('offers nothing more once it is resolved', () => {
    const resolved = { ...FINDING, status: 'resolved', resolved_at: '2026-01-31T10:00:00Z' };
    const printed = printAnomaly(resolved, page);
    assert.match(printed, /resolved 2026-01-31T10:00:00Z/);
    assert.doesNotMatch(printed, /Next/);
  });

  it('prints a finding as a row of a table', async () => {
    const view = { kind: 'table', rows: 'findings', columns: ANOMALY_COLUMNS, empty: '' } as const;
    const finding = { ...FINDING, summary: 'Unusually many calls' };
    assert.equal(
      await printAnswer({ findings: [finding] }, 'table', view, page),
      'SEVERITY  STATUS  SUMMARY               SCORE  STARTED               ID\n' +
        'critical  open    Unusually many calls   12.3  2026-01-31T09:00:00Z  f-1\n',
    );
  });
});
