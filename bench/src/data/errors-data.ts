import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ColumnStore } from '@svc/columnar';
import { createRelational, runningClusterUrl } from '@svc/relational';
import { fillOnce } from './fill-once.js';

export interface ErrorsData {
  /** Errors of the first issue. */
  readonly events: number;
  /** Issues; each but the first has `ERRORS_PER_ISSUE` errors. */
  readonly issues: number;
  /** Time after the last error: seconds since 1970, a full hour. */
  readonly end: number;
}

export const DAYS = 14;
const ERRORS_PER_ISSUE = 20;
const CHUNK = 250_000;
/** Rows of a statement of the relational store. */
const ISSUES_CHUNK = 10_000;

/** Fills the embedded column store of a state directory once; existing data is used again, whatever the arguments. */
export function prepareErrors(directory: string, asked: Omit<ErrorsData, 'end'>): Promise<ErrorsData> {
  return fillOnce(directory, 'errors-data.json', async (store) => {
    const end = Math.floor(Date.now() / 3_600_000) * 3600;
    const { events, issues } = asked;
    await fill(store, { rows: events, end, issues: 1, first: 0 });
    await fill(store, { rows: (issues - 1) * ERRORS_PER_ISSUE, end, issues: issues - 1, first: 1 });
    await store.command(VARIANTS, { issues });
    // The intake of these arrivals is skipped, because their issues exist already: see `prepareIssues`.
    await store.command('TRUNCATE TABLE error_arrivals', {});
    return { ...asked, end };
  });
}

interface Filled {
  readonly rows: number;
  readonly end: number;
  /** Issues that take turns, and the number of the first. */
  readonly issues: number;
  readonly first: number;
}

async function fill(store: ColumnStore, { rows, end, issues, first }: Filled): Promise<void> {
  const step = Math.floor((DAYS * 86_400e9) / rows);
  const start = BigInt(end - DAYS * 86_400) * 1_000_000_000n;
  for (let from = 0; from < rows; from += CHUNK) {
    const count = Math.min(CHUNK, rows - from);
    await store.command(ERRORS, { start: String(start), step, from, count, issues, first });
  }
}

/** The ID of an issue by its number, as both stores compute it. */
const ISSUE = (n: string): string => `MD5(concat('issue ', toString(${n})))`;
const VARIANT = (n: string): string => `MD5(concat('variant ', toString(${n})))`;

/**
 * Inserts errors in chronological order, in blocks as ingestion would send them; merges run as always. The first
 * project of a workspace is 1.
 */
const ERRORS = `
INSERT INTO errors (project_number, retention_days, timestamp, record_id, variant, hashes, source, level, handled, type, message, stacktrace,
  culprit, platform, mechanism, trace_id, service_name, environment, release, session_id, distinct_id, groups, attributes)
WITH number + {from:UInt64} AS n, sipHash64(n, {first:UInt64}) AS random, {first:UInt64} + n % {issues:UInt64} AS issue
SELECT 1, 30, fromUnixTimestamp64Nano({start:Int64} + toInt64(n) * {step:Int64}), reinterpretAsFixedString(random),
  ${VARIANT('issue')} AS v, [v], 'event', if(random % 20 = 0, 'fatal', 'error'), if(random % 3 = 0, 'no', 'yes'),
  concat('Error', toString(issue % 50)), concat('request ', toString(random % 100000), ' of order ', toString(random % 997), ' failed'),
  concat('Error: request failed\\n    at handle (/app/src/orders/handler', toString(issue % 500), '.js:17:5)\\n    at main (/app/src/main.js:3:1)'),
  concat('handle in handler', toString(issue % 500), '.js'), 'node', if(random % 2 = 0, 'log', ''), MD5(toString(n)),
  concat('service-', toString(issue % 20)), if(random % 4 = 0, 'staging', 'production'),
  concat('1.', toString(intDiv(n * {step:Int64}, 86400000000000)), '.0'),
  concat('session-', toString(random % 500000)), concat('user-', toString(random % 100000)),
  map('company', concat('company-', toString(random % 5000))),
  CAST((['http.route', 'order.id'], [concat('/api/v', toString(random % 60)), toString(random % 997)]), 'Map(LowCardinality(String), String)')
FROM numbers({count:UInt64})`;

const VARIANTS = `
INSERT INTO issue_variants (project_number, variant, issue_id, is_open, version)
SELECT 1, ${VARIANT('number')}, ${ISSUE('number')}, 1, 1 FROM numbers({issues:UInt64})`;

/** Writes the issues of the errors into the relational store of a service that runs on the directory, once. */
export async function prepareIssues(directory: string, project: string, data: ErrorsData): Promise<void> {
  const url = runningClusterUrl(path.join(directory, 'state/postgres'));
  const relational = createRelational({ url, poolSize: 1 });
  try {
    const known = await relational.rows<{ count: string }>('SELECT count(*) AS count FROM issues', []);
    for (let first = Number(known[0]?.count ?? 0); first < data.issues; first += ISSUES_CHUNK) {
      const last = Math.min(first + ISSUES_CHUNK, data.issues) - 1;
      const values = [project, first, last, data.end, data.issues];
      // Issues last: their number says how far the filling came.
      for (const statement of [ISSUE_VARIANTS, ISSUE_PLACES, ISSUES]) await relational.rows(statement, values);
    }
    await relational.rows('ANALYZE', []).catch(() => undefined);
  } finally {
    await relational.close();
  }
}

const ID = `md5('issue ' || n)::uuid`;
const SERIES = `FROM (SELECT $1::uuid AS project, n, to_timestamp($4::float8 - n::float8 * 86400 * ${DAYS} / $5::float8) AS seen
  FROM generate_series($2::int, $3::int) AS n) AS numbered ON CONFLICT DO NOTHING`;

const ISSUES = `
INSERT INTO issues (id, project_id, project_number, state, version, type, title, culprit, platform, level, first_seen, last_seen, first_release,
  last_release, reason, changed_at, created_at, updated_at)
SELECT ${ID}, project, 1, (ARRAY['new', 'ongoing', 'ongoing', 'resolved'])[1 + n % 4], 1, 'Error' || n % 50, 'Error' || n % 50 || ': request failed',
  'handle in handler' || n % 500 || '.js', 'node', 'error', seen - interval '1 hour', seen, '1.0.0', '1.0.1', 'first_event', seen, seen, seen ${SERIES}`;

const ISSUE_VARIANTS = `
INSERT INTO error_variants (project_id, variant, hash, issue_id, platform, release, dist, sample_time_ns, sample_id, symbolication, first_seen, last_seen)
SELECT project, md5('variant ' || n), md5('variant ' || n), ${ID}, 'node', '', '', 0, '', 'none', seen, seen ${SERIES}`;

const ISSUE_PLACES = `
INSERT INTO issue_places (issue_id, environment, service, release, platform, mechanism, project_id, first_seen, last_seen)
SELECT ${ID}, 'production', 'service-' || n % 20, '1.0.0', 'node', '', project, seen, seen ${SERIES}`;

/** The ID of an issue by its number. */
export function issueId(number: number): string {
  const hex = createHash('md5').update(`issue ${number}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
