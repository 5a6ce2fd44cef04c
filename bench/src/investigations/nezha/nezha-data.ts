import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseCsv } from '../shared/csv.js';

/** A fault that was injected into a service, and the three minutes around it. */
export interface Fault {
  readonly day: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly service: string;
  readonly type: string;
  readonly minutes: readonly Minute[];
}

export interface Minute {
  readonly spans: readonly Span[];
  readonly records: readonly LogRecord[];
}

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root span. */
  readonly parentId: string;
  readonly pod: string;
  readonly name: string;
  /** Nanoseconds since 1970. */
  readonly start: bigint;
  readonly end: bigint;
}

export interface LogRecord {
  readonly traceId: string;
  readonly spanId: string;
  readonly pod: string;
  readonly node: string;
  readonly time: bigint;
  readonly body: string;
}

const DAYS = ['2023-01-29', '2023-01-30'];
const MINUTES_PER_FAULT = 3;
const MS_PER_MINUTE = 60_000;

/** The name of a service without the hashes that Kubernetes adds for its pods. */
export function toService(pod: string): string {
  return pod.replace(/-[0-9a-f]{6,10}-[a-z0-9]{5}$/, '');
}

/** The faults of both days in the order of their files. */
export async function readFaults(directory: string): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const day of DAYS) {
    const listed = JSON.parse(await readFile(path.join(directory, day, 'faults.json'), 'utf8')) as {
      inject_time: string;
      inject_pod: string;
      inject_type: string;
    }[];
    for (const { inject_time, inject_pod, inject_type } of listed) {
      const at = Date.parse(`${inject_time.replace(' ', 'T')}Z`);
      const minutes = Array.from({ length: MINUTES_PER_FAULT }, (_, index) =>
        readMinute(path.join(directory, 'rca_data', day), new Date(at + index * MS_PER_MINUTE)),
      );
      faults.push({ day, at, service: toService(inject_pod), type: inject_type, minutes: await Promise.all(minutes) });
    }
  }
  return faults;
}

/** The minute without a fault of a day. */
export async function readNormal(directory: string, day: string): Promise<Minute> {
  const base = path.join(directory, 'construct_data', day);
  const [trace] = await readdir(path.join(base, 'trace'));
  const [log] = await readdir(path.join(base, 'log'));
  return {
    spans: await readSpans(path.join(base, 'trace', trace ?? '')),
    records: await readLogs(path.join(base, 'log', log ?? '')),
  };
}

async function readMinute(base: string, time: Date): Promise<Minute> {
  const name = time.toISOString().slice(11, 16).replace(':', '_');
  return {
    spans: await readSpans(path.join(base, 'trace', `${name}_trace.csv`)),
    records: await readLogs(path.join(base, 'log', `${name}_log.csv`)),
  };
}

async function readSpans(file: string): Promise<Span[]> {
  return parseCsv(await readFile(file, 'utf8')).map((row) => ({
    traceId: row['TraceID'] ?? '',
    spanId: row['SpanID'] ?? '',
    parentId: row['ParentID'] === 'root' ? '' : (row['ParentID'] ?? ''),
    pod: row['PodName'] ?? '',
    name: row['OperationName'] ?? '',
    start: BigInt(row['StartTimeUnixNano'] ?? 0),
    end: BigInt(row['EndTimeUnixNano'] ?? 0),
  }));
}

/** A few rows of the data are broken and have no time. */
async function readLogs(file: string): Promise<LogRecord[]> {
  const rows = parseCsv(await readFile(file, 'utf8')).filter(({ TimeUnixNano }) => /^\d{19}$/.test(TimeUnixNano ?? ''));
  return rows.map((row) => ({
    traceId: row['TraceID'] ?? '',
    spanId: row['SpanID'] ?? '',
    pod: row['PodName'] ?? '',
    node: row['Node'] ?? '',
    time: BigInt(row['TimeUnixNano'] ?? 0),
    body: unwrap(row['Log'] ?? ''),
  }));
}

/** The line that the container wrote, as the parser of a collector takes it out of the file of the container runtime. */
function unwrap(log: string): string {
  try {
    const { log: line } = JSON.parse(log) as { log?: string };
    return (line ?? log).trimEnd();
  } catch {
    return log;
  }
}
