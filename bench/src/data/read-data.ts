import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createColumnStore, migrate, startEmbeddedColumnStore, type ColumnStore } from '@svc/columnar';

export interface ReadData {
  readonly spans: number;
  readonly logs: number;
  /** Time after the last span and record: seconds since 1970, a full hour. */
  readonly end: number;
  /** Number of days over which they are spread evenly; one if absent. */
  readonly days?: number;
}

/** The first project of a workspace. */
const PROJECT = 1;
export const DAY_SECONDS = 86_400;
export const SPANS_PER_TRACE = 10;
const CHUNK = 250_000;
export const SERVICES = 20;

/** A word that occurs in one of every million records. */
export const NEEDLE = 'needle7f3a';

/**
 * Fills the embedded store of a state directory with days of telemetry, made by the engine itself, in blocks by time as ingestion
 * would send them; merges run as always. A span has 12 attributes, a record six.
 */
export async function writeReadData(directory: string, data: ReadData): Promise<void> {
  const engine = await startEmbeddedColumnStore({ directory });
  try {
    await migrate(engine.store);
    const store = createColumnStore(engine.store);
    for (const [table, sql, rows] of [
      ['spans', SPANS, data.spans],
      ['logs', LOGS, data.logs],
    ] as const) {
      // Chunks are inserted whole and in order, so that an interrupted run continues after the existing rows.
      for (let first = await countRows(store, table); first < rows; first += CHUNK) {
        await insert(store, sql, first, rows, data);
      }
    }
    await store.command(RESOURCES, { project: PROJECT });
    await settled(store);
    await store.close();
  } finally {
    await engine.stop();
  }
}

async function countRows(store: ColumnStore, table: 'spans' | 'logs' | 'system.merges'): Promise<number> {
  const limits = { timeoutMs: 10_000, maxRowsToRead: 1_000, maxResultRows: 1, maxMemoryBytes: 100_000_000 };
  const [row] = await store.query<{ rows: string }>({ sql: `SELECT count() AS rows FROM ${table}`, limits });
  return Number(row?.rows ?? 0);
}

/** Resolves when no merge has run for some seconds, or after ten minutes. */
export async function settled(store: ColumnStore): Promise<void> {
  for (let [idle, seconds] = [0, 0]; idle < 10 && seconds < 600; seconds++) {
    idle = (await countRows(store, 'system.merges')) === 0 ? idle + 1 : 0;
    await setTimeout(1000);
  }
}

function insert(store: ColumnStore, sql: string, first: number, rows: number, data: ReadData): Promise<void> {
  const { end, days = 1 } = data;
  const step = Math.floor((days * DAY_SECONDS * 1e9) / rows);
  return store.command(sql, {
    project: PROJECT,
    first,
    count: Math.min(CHUNK, rows - first),
    step,
    start: String(BigInt(end - days * DAY_SECONDS) * 1_000_000_000n),
  });
}

const TIME = 'fromUnixTimestamp64Nano({start:Int64} + toInt64(n) * {step:Int64})';

/** The id of a trace by its number. */
export const toTraceId = (number: number): string => createHash('md5').update(String(number)).digest('hex');

/** Every service runs in one place; blocks name it by its number. */
const RESOURCES = `
INSERT INTO resources (project_number, resource_hash, attributes, last_seen)
SELECT {project:UInt32}, number,
  CAST((['service.name', 'service.version', 'service.instance.id', 'deployment.environment.name', 'host.name', 'host.arch', 'os.type',
    'process.pid', 'process.runtime.name', 'process.runtime.version', 'telemetry.sdk.name', 'telemetry.sdk.language', 'telemetry.sdk.version', 'k8s.pod.name'],
   [concat('service-', toString(number)), '1.4.2', hex(sipHash64(number)), 'production', concat('host-', toString(number)), 'amd64', 'linux',
    toString(1000 + number), 'nodejs', '24.4.1', 'opentelemetry', 'nodejs', '2.6.1', concat('pod-', hex(sipHash64(number)))]), 'Map(LowCardinality(String), String)'),
  now() FROM numbers(${SERVICES})`;

const SPANS = `
INSERT INTO spans (project_number, retention_days, timestamp, duration_ns, trace_id, span_id, parent_span_id, name, kind, status_code,
  service_name, environment, resource_hash, session_id, distinct_id, attributes)
WITH number + {first:UInt64} AS n, intDiv(n, ${SPANS_PER_TRACE}) AS trace, n % ${SPANS_PER_TRACE} AS place, sipHash64(n) AS random
SELECT {project:UInt32}, 30, ${TIME}, 1000000 + random % 200000000, MD5(toString(trace)),
  unhex(leftPad(hex(place + 1), 16, '0')), unhex(leftPad(hex(toUInt64(if(place = 0, 0, intDiv(place - 1, 2) + 1))), 16, '0')),
  concat('GET /api/v', toString(random % 60)), if(place % 2 = 0, 2, 3), if(random % 50 = 0, 2, 0),
  concat('service-', toString((trace + intDiv(place + 1, 2)) % ${SERVICES})), if(trace % 4 = 0, 'staging', 'production'),
  trace % ${SERVICES}, '', concat('user-', toString(trace % 100000)),
  CAST((['http.request.method', 'http.response.status_code', 'http.route', 'url.path', 'server.address', 'server.port',
    'network.protocol.version', 'user_agent.original', 'client.address', 'thread.id', 'code.function.name', 'order.id'],
   ['GET', if(random % 50 = 0, '500', '200'), concat('/api/v', toString(random % 60)), concat('/api/v', toString(random % 60), '/', toString(random % 10000)),
    concat('host-', toString(random % 40)), '8080', '1.1', 'Mozilla/5.0 (X11; Linux x86_64)', concat('10.0.', toString(random % 256), '.', toString(random % 251)),
    toString(random % 64), 'handle', toString(random)]), 'Map(LowCardinality(String), String)')
FROM numbers({count:UInt64})`;

const LOGS = `
INSERT INTO logs (project_number, retention_days, timestamp, observed_timestamp, record_id, severity_number, severity_text, body, trace_id,
  span_id, service_name, environment, resource_hash, distinct_id, attributes)
WITH number + {first:UInt64} AS n, sipHash64(n) AS random
SELECT {project:UInt32}, 30, ${TIME} AS time, time,
  concat(substring(reinterpretAsFixedString(sipHash64(intDiv(n, 10000), random % 20)), 1, 5), substring(reverse(reinterpretAsFixedString(toUInt32(n % 10000))), 2)),
  multiIf(random % 100 = 0, 17, random % 20 = 0, 13, 9) AS severity, multiIf(severity = 17, 'ERROR', severity = 13, 'WARN', 'INFO'),
  concat('request ', toString(random % 1000000), ' of user ', toString(random % 99991), ' to /api/v', toString(random % 60), ' took ', toString(random % 997), ' ms',
    if(n % 1000000 = 500000, ' ${NEEDLE}', '')),
  if(random % 2 = 0, MD5(toString(intDiv(n, 50))), toFixedString('', 16)), unhex('0000000000000001'),
  concat('service-', toString(random % ${SERVICES})), if(random % 4 = 0, 'staging', 'production'), random % ${SERVICES}, concat('user-', toString(random % 100000)),
  CAST((['http.request.method', 'http.route', 'thread.name', 'logger', 'code.line.number', 'request.id'],
   ['GET', concat('/api/v', toString(random % 60)), concat('worker-', toString(random % 16)), 'http.access', toString(random % 500), toString(random)]),
   'Map(LowCardinality(String), String)')
FROM numbers({count:UInt64})`;
