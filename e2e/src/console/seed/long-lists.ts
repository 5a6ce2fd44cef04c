import { eventually } from '@svc/testing';
import { items } from '../../reference/recorder.js';
import { newTraceId } from '../../spans.js';
import type { SeededProject } from './project.js';

/** Rows of each list: more than a low window shows. */
export const ROWS = 40;
const ERROR = 2;

const times = <T>(toItem: (nth: number) => T): T[] => Array.from({ length: ROWS }, (_, nth) => toItem(nth));
/** Names in the order of their numbers. */
const named = (kind: string, nth: number): string => `${kind}-${String(nth).padStart(2, '0')}`;

/** Fills each list of a project with rows that differ in their names. */
export async function seedLongLists(project: SeededProject): Promise<void> {
  const nowMs = Date.now() - 60_000;
  const nanos = (nth: number): string => `${nowMs - nth * 1_000}000000`;
  const resource = {};
  await project.send(
    'logs',
    times((nth) => ({
      service: 'shop',
      resource,
      item: { timeUnixNano: nanos(nth), severityNumber: 13, body: { stringValue: named('record', nth) } },
    })),
  );
  await project.send(
    'traces',
    times((nth) => ({
      service: 'shop',
      resource,
      item: {
        traceId: newTraceId(),
        spanId: newTraceId().slice(0, 16),
        name: named('GET /page', nth),
        kind: 2,
        startTimeUnixNano: nanos(nth),
        endTimeUnixNano: nanos(nth - 0.1),
        status: { code: ERROR },
      },
    })),
  );
  await project.send(
    'metrics',
    times((nth) => ({
      service: 'shop',
      resource,
      item: {
        name: named('queue', nth),
        gauge: { dataPoints: [{ timeUnixNano: nanos(0), asDouble: nth }] },
      },
    })),
  );
  await project.ingest('/capture', {
    events: times((nth) => ({
      event: '$exception',
      distinct_id: named('person', nth),
      properties: { $exception_list: [{ type: `${named('Error', nth)}Error`, value: named('failure', nth) }] },
    })),
  });
  for (let nth = 0; nth < ROWS; nth++)
    await Promise.all([
      project.post('/flags', { key: named('flag', nth), name: 'A flag', active: true, filters: { groups: [] } }),
      project.post('/dashboards', { name: named('board', nth) }),
      project.post('/alerts/rules', toRule(named('rule', nth))),
      project.ingest('/replay', toRecording(named('session', nth), nowMs - nth * 1_000)),
    ]);
  const isComplete = async (path: string, list: string): Promise<boolean> =>
    items(await project.get(`${path}?limit=100`), list).length === ROWS;
  await eventually('all lists are complete', async () => {
    const complete = await Promise.all([
      isComplete('/logs', 'logs'),
      isComplete('/traces', 'traces'),
      isComplete('/issues', 'issues'),
      isComplete('/persons', 'persons'),
      isComplete('/replay', 'recordings'),
    ]);
    return complete.every(Boolean);
  });
}

function toRule(name: string): object {
  return {
    name,
    kind: 'threshold',
    severity: 'warning',
    query: { signal: 'logs', q: 'level:fatal', agg: 'count' },
    window: '10m',
    interval: '1m',
    condition: { op: 'gt', threshold: 1000 },
  };
}

function toRecording(session: string, ms: number): object {
  const href = 'https://shop.example/cart';
  return {
    session_id: session,
    window_id: 'window-1',
    distinct_id: 'person-00',
    seq: 0,
    sent_at: new Date().toISOString(),
    sdk: 'rrweb 2.1.6',
    url: href,
    events: [{ type: 4, timestamp: ms, data: { href, width: 1280, height: 800 } }],
  };
}
