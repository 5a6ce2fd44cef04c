import assert from 'node:assert/strict';
import type { JsonObject } from '../../../runtime/values/json.js';
import { createColors } from '../../layout/colors.js';
import { printTable } from '../../layout/table.js';
import { ISSUE_COLUMNS, issueRows } from './issue-list.js';
import { printIssue } from './issue.js';

const page = { width: 80, colors: createColors(false) };
const ID = '019a0000-0000-7000-8000-000000000001';

const own = (name: string, line: number, more: JsonObject = {}): JsonObject => ({
  function: name,
  file: 'src/checkout.ts',
  line,
  column: 17,
  in_app: true,
  ...more,
});
const library: JsonObject = { function: 'next', file: 'node_modules/express/lib/router.js', line: 280 };
const SERIES = Array.from({ length: 24 }, (_, hour) => ({ start: '', events: hour === 20 ? 4 : hour > 20 ? 1 : 0 }));

const ISSUE: JsonObject = {
  id: ID,
  status: 'ongoing',
  version: 3,
  title: "TypeError: Cannot read properties of undefined (reading 'total')",
  culprit: 'applyDiscount in src/checkout.ts',
  platform: 'node',
  level: 'error',
  first_seen: '2026-01-31T12:00:00Z',
  last_seen: '2026-02-01T09:30:00.123456789Z',
  first_release: '1.4.0',
  last_release: '1.4.2',
  is_regression: true,
  reason: { code: 'regressed', text: 'It happened again after it was resolved.', at: '2026-02-01T09:00:00Z' },
  figures: { events: 7, users: 3, series: SERIES },
  total_events: 1234,
  total_users: 56,
  places: [
    { environment: 'production', service_name: 'shop', release: '1.4.2' },
    { environment: 'staging', service_name: 'shop', release: '1.4.0' },
  ],
  tickets: [{ provider: 'tracker', external_id: 'SHOP-7', external_url: 'https://t.example/SHOP-7' }],
  forecast: { threshold: 42.5, basis: 'history' },
  latest_event: {
    timestamp: '2026-02-01T09:30:00.123456789Z',
    environment: 'production',
    service_name: 'shop',
    trace_id: 'ab'.repeat(16),
    distinct_id: 'ann@example.com',
    raw_stacktrace: 'TypeError',
    exceptions: [
      {
        relation: 'thrown',
        type: 'TypeError',
        message: "Cannot read properties of undefined (reading 'total')",
        frames: [
          own('applyDiscount', 41, {
            context: { before: ['function applyDiscount(cart) {', ''], line: '\treturn cart.total;', after: ['}'] },
          }),
          library,
          library,
          own('checkout', 12, { symbolication: { status: 'missing', reason: 'no source map with this name' } }),
        ],
      },
      { relation: 'cause', type: 'RangeError', message: 'no', frames: [library] },
    ],
  },
};

describe('printIssue', () => {
  it('reads like a crash report', () => {
    assert.equal(
      printIssue(ISSUE, page),
      `TypeError: Cannot read properties of undefined (reading 'total')
applyDiscount in src/checkout.ts · node · error

ongoing, regression  since 2026-02-01T09:00:00Z
It happened again after it was resolved.
Escalates above 42.5 events an hour, as estimated from its last seven days.
version 3, not assigned

Impact
  1,234 events, about 56 users in all
  7 events and 3 users in 24 hours                      █▂▂▂
  first seen 2026-01-31T12:00:00Z in 1.4.0
  last seen  2026-02-01T09:30:00Z in 1.4.2
  environments production, staging
  services     shop
  releases     1.4.2, 1.4.0
  ticket       tracker SHOP-7 https://t.example/SHOP-7

Latest event
  2026-02-01T09:30:00Z  production  shop
TypeError: Cannot read properties of undefined (reading 'total')
  at applyDiscount (src/checkout.ts:41:17)
         39 │ function applyDiscount(cart) {
         40 │
    >    41 │   return cart.total;
         42 │ }
    … 2 frames of libraries
  at checkout (src/checkout.ts:12:17)
    not readable: no source map with this name
Caused by: RangeError: no
  at next (node_modules/express/lib/router.js:280)

Next
  svc issues resolve ${ID} --expected-version 3
  svc traces get ${'ab'.repeat(16)}
  svc persons get ann@example.com
`,
    );
  });

  it('names the end of a snooze', () => {
    const shown = (snooze: JsonObject): string => printIssue({ ...ISSUE, status: 'snoozed', snooze }, page);
    assert.match(shown({ until: '2026-02-03T00:00:00Z' }), /Snoozed until 2026-02-03T00:00:00Z\./);
    assert.match(shown({ occurrences: 1000, occurrences_so_far: 12 }), /Snoozed for 1,000 events, 12 so far\./);
    assert.match(shown({ users: 10, users_so_far: 3 }), /Snoozed for 10 persons, 3 so far\./);
    assert.match(shown({ escalating: true }), /until it happens more often than its forecast/);
    assert.match(shown({ forever: true }), /Snoozed forever\.[^]*svc issues reopen/);
  });

  it('shows the text of a stack that has no frames, without control characters of the terminal', () => {
    const latest = { exceptions: [], raw_stacktrace: 'boom\u001b[2J\n  at somewhere' };
    assert.match(printIssue({ ...ISSUE, latest_event: latest }, page), /\n {2}boom\n {4}at somewhere\n/);
  });

  it('says that the requested issue was merged into this one', () => {
    const shown = printIssue({ ...ISSUE, merged_from: 'f'.repeat(36) }, { ...page, width: 120 });
    assert.match(shown, new RegExp(`^The issue ${'f'.repeat(36)} was merged into ${ID}:\n`));
  });

  it('says that no event is left', () => {
    const { latest_event: _, ...without } = ISSUE;
    assert.match(printIssue(without, page), /\nNo event is retained\.\n/);
  });

  it('keeps every line within the terminal', () => {
    for (const width of [60, 80, 120])
      for (const line of printIssue(ISSUE, { ...page, width }).split('\n'))
        assert.ok(line.length <= width || line.includes('svc '), `${width}: ${line}`);
  });
});

describe('the rows of a list of issues', () => {
  const answer = { issues: [{ ...ISSUE, is_escalating: true }] };

  it('shows the flags and the hours of the day as bars', () => {
    const [row] = issueRows(answer, { width: 120 });
    assert.deepEqual([row?.['marked'], row?.['course']], ['ongoing, regression, escalating', `${' '.repeat(20)}█▂▂▂`]);
  });

  it('fits the rows into a narrow terminal', () => {
    const [row] = issueRows(answer, { width: 80 });
    assert.deepEqual([row?.['marked'], row?.['course']], ['ongoing', '      █▆']);
    for (const line of printTable(ISSUE_COLUMNS, issueRows(answer, page), page).split('\n'))
      assert.ok(line.length <= 80, line);
  });
});
