import type { Topology } from '@svc/testing';
import { sendOtlp, textAttribute, type OfResource } from '@svc/testing/outages';
import type { Case, TopologyOf } from '../shared/case.js';
import { readTraffic, type Row, type Traffic } from './petshop-data.js';

const TRAFFICS = ['low_traffic', 'high_traffic'];
const BUCKET_SECONDS = 300;
/** Rows without an issue before each case. */
const NORMAL_ROWS = 36;
/** Windows without an issue of each traffic, and their rows. */
const WINDOWS = 10;
const WINDOW_ROWS = 4;
/** Each case has a time of its own, far from the others. */
const DISTANCE_SECONDS = 6 * 3_600;

/** Sends every issue, and windows without one, each with three hours without an issue before it, as span and service graph metrics. */
export async function sendPetshop(topologyOf: TopologyOf, directory: string, end: number): Promise<Case[]> {
  const traffics = await Promise.all(TRAFFICS.map((name) => readTraffic(directory, name)));
  const count = traffics.reduce((sum, { issues }) => sum + issues.length + WINDOWS, 0);
  const cases: Case[] = [];
  const startOfCase = (): number =>
    Math.floor((end / 1_000 - (count - cases.length) * DISTANCE_SECONDS) / BUCKET_SECONDS) * BUCKET_SECONDS;
  for (const traffic of traffics) {
    // Tuned on low traffic, reported on high.
    const isTuning = traffic.name === 'low_traffic';
    for (const { name, type, target, cause, at, rows } of traffic.issues) {
      const topology = await topologyOf(cases.length);
      const start = startOfCase();
      const first = rows[0]?.at ?? at;
      await sendRows(topology, traffic, [
        ...before(traffic.normal, first, start),
        ...rows.map((row) => ({ ...row, at: row.at - first + start })),
      ]);
      const window = {
        start: (at - first + start) * 1_000,
        end: ((rows.at(-1)?.at ?? at) - first + start + BUCKET_SECONDS) * 1_000,
      };
      cases.push({ topology, name, type, causes: [[cause]], services: [target], window, isTuning });
    }
    for (let index = 0; index < WINDOWS; index++) {
      const topology = await topologyOf(cases.length);
      const start = startOfCase();
      const place = NORMAL_ROWS + Math.floor(((traffic.normal.length - NORMAL_ROWS - WINDOW_ROWS) * index) / WINDOWS);
      const rows = traffic.normal.slice(place - NORMAL_ROWS, place + WINDOW_ROWS);
      const from = traffic.normal[place]?.at ?? 0;
      await sendRows(
        topology,
        traffic,
        rows.map((row) => ({ ...row, at: row.at - from + start })),
      );
      const window = { start: start * 1_000, end: (start + WINDOW_ROWS * BUCKET_SECONDS) * 1_000 };
      cases.push({
        topology,
        name: `${traffic.name} without an issue ${index}`,
        type: 'none',
        causes: [],
        services: ['PetSite'],
        window,
        isTuning,
      });
    }
  }
  return cases;
}

/** The last rows before the issue, or those at the same time of the day, moved to directly before it. */
function before(normal: readonly Row[], at: number, start: number): Row[] {
  const day = 86_400;
  const distance = (row: Row): number => (((at - row.at) % day) + day) % day;
  const [nearest] = [...normal.entries()]
    .filter(([index]) => index >= NORMAL_ROWS)
    .sort(([, a], [, b]) => distance(a) - distance(b));
  const place = nearest?.[0] ?? normal.length;
  return normal
    .slice(place - NORMAL_ROWS, place)
    .map((row, index) => ({ ...row, at: start - (NORMAL_ROWS - index) * BUCKET_SECONDS }));
}

async function sendRows(topology: Topology, { edges }: Traffic, rows: readonly Row[]): Promise<void> {
  const items = rows.flatMap(({ at, nodes }): OfResource<object>[] => [
    ...[...nodes].flatMap(([node, { requests, failed, latency }]) => {
      const failures = Math.round(requests * failed);
      const point = (value: number, status: string) =>
        sumPoint(at, value, [
          ['span.kind', 'SPAN_KIND_SERVER'],
          ['status.code', status],
        ]);
      const calls = [
        point(requests - failures, 'STATUS_CODE_UNSET'),
        ...(failures > 0 ? [point(failures, 'STATUS_CODE_ERROR')] : []),
      ];
      return [
        { service: node, resource: {}, item: sum('traces.span.metrics.calls', calls) },
        { service: node, resource: {}, item: duration(at, requests, latency * 1_000) },
      ];
    }),
    ...edges.flatMap(([caller, callee]) => {
      const calls = nodes.get(callee)?.requests;
      const point =
        calls &&
        sumPoint(at, calls, [
          ['client', caller],
          ['server', callee],
        ]);
      return point
        ? [{ service: 'servicegraph', resource: {}, item: sum('traces_service_graph_request_total', [point]) }]
        : [];
    }),
  ]);
  await sendOtlp(topology, 'metrics', items);
}

function times(at: number): object {
  return { startTimeUnixNano: `${at}000000000`, timeUnixNano: `${at + BUCKET_SECONDS - 1}000000000` };
}

function sumPoint(at: number, value: number, attributes: readonly (readonly [string, string])[]): object {
  return {
    ...times(at),
    asInt: String(Math.round(value)),
    attributes: attributes.map(([key, text]) => textAttribute(key, text)),
  };
}

const DELTA = 1;

function sum(name: string, dataPoints: readonly object[]): object {
  return { name, sum: { aggregationTemporality: DELTA, isMonotonic: true, dataPoints } };
}

/** Only the mean of durations is known, so the histogram has one bucket. */
function duration(at: number, requests: number, meanMs: number): object {
  const attributes = [textAttribute('span.kind', 'SPAN_KIND_SERVER')];
  const count = String(Math.round(requests));
  const point = { ...times(at), count, sum: requests * meanMs, bucketCounts: [count], explicitBounds: [], attributes };
  return {
    name: 'traces.span.metrics.duration',
    unit: 'ms',
    histogram: { aggregationTemporality: DELTA, dataPoints: [point] },
  };
}
