import { MAX_PATHS, type PathFact } from '@svc/investigations';
import { EventLoopYielder } from '@svc/runtime';
import { buildForest, criticalPath, pathTotals, toTimedSpan } from '../../../telemetry/index.js';
import { badRequests } from '../bad-requests/attributes.js';
import type { FactReader } from '../reading/fact-reader.js';
import { MAX_PATH_SPANS, selectPathSpans, type PathSpanRow } from './paths.query.js';

const NANOSECONDS_PER_MS = 1e6;

/**
 * The critical paths of sampled traces with requests of the services, as `traces.critical_path` shows them. Traces that do not begin with
 * one span are left out, because nothing tells what they began with.
 */
export async function readPaths(reader: FactReader): Promise<PathFact[]> {
  const requests = await badRequests(reader);
  const { isEmpty, split } = requests.sample;
  if (isEmpty) return [];
  const rows = await reader.rows(selectPathSpans(requests, MAX_PATHS), { maxResultRows: MAX_PATH_SPANS });
  const traces = [...Map.groupBy(rows, ({ trace }) => trace)];
  // The last of too many spans may be cut off from its trace.
  const whole = rows.length < MAX_PATH_SPANS ? traces : traces.slice(0, -1);
  const found: PathFact[] = [];
  // Each trace is thousands of spans at most.
  const yielder = new EventLoopYielder(1);
  for (const [traceId, spans] of whole) {
    const fact = await toPathFact(traceId, spans, split);
    if (fact) found.push(fact);
    if (yielder.isDue()) await yielder.yield();
  }
  return found;
}

async function toPathFact(traceId: string, rows: readonly PathSpanRow[], split: bigint): Promise<PathFact | undefined> {
  const path = await criticalPath(await buildForest(rows.map(toTimedSpan)));
  const { root, start, end } = path;
  if (!root) return undefined;
  const { operations } = await pathTotals(path);
  return {
    traceId,
    isAbnormal: start >= split,
    service: root.service,
    operation: root.name,
    durationMs: toMs(end - start),
    parts: operations.map(({ service, operation = '', selfTime }) => ({ service, operation, selfMs: toMs(selfTime) })),
  };
}

const toMs = (nanoseconds: bigint): number => Number(nanoseconds) / NANOSECONDS_PER_MS;
