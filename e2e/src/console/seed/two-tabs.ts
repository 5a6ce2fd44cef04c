import { element, text } from '@svc/replay/testing';
import { eventually } from '@svc/testing';
import { items } from '../../reference/recorder.js';
import { newTraceId } from '../../spans.js';
import type { SeededProject } from './project.js';

const MINUTE_MS = 60_000;
/** Kinds of events and sources of changes of rrweb. */
const TYPE = { full: 2, incremental: 3, meta: 4, plugin: 6 } as const;
const MOUSE = 1;
const SHOP = 'https://shop.example';

/**
 * Sends the recording of a session in two tabs, in the first of which a chunk is missing, a request fails and the console has an error;
 * returns the ID of the session.
 */
export async function seedTwoTabs(project: SeededProject, distinctId: string): Promise<string> {
  const session = `tabs-${newTraceId().slice(0, 12)}`;
  const start = Date.now() - 20 * MINUTE_MS;
  const send = (window_id: string, seq: number, events: readonly object[]): Promise<void> =>
    project.ingest('/replay', {
      session_id: session,
      window_id,
      distinct_id: distinctId,
      seq,
      sent_at: new Date().toISOString(),
      sdk: 'rrweb 2.1.6',
      url: `${SHOP}/cart`,
      release: 'shop@1.4.2',
      environment: 'production',
      events,
    });
  await send('tab-a', 0, [
    ...visit(start, '/cart', 'Your cart'),
    ...moves(start + 1_000, 40),
    plugin(start + 21_500, 'rrweb/network@1', {
      requests: [{ initiatorType: 'fetch', method: 'POST', url: `${SHOP}/api/pay`, status: 502, duration: 812 }],
    }),
    plugin(start + 21_600, 'rrweb/console@1', { level: 'error', trace: [], payload: ['"Payment failed"'] }),
    ...moves(start + 60_000, 60),
  ]);
  await send('tab-a', 2, [
    ...moves(start + 150_000, 20),
    ...visit(start + 200_000, '/thanks', 'Thank you'),
    ...moves(start + 201_000, 3),
  ]);
  await send('tab-b', 0, [...visit(start + 120_000, '/help', 'Help'), ...moves(start + 121_000, 358)]);
  await eventually('the recording of two tabs can be read', async () =>
    items(await project.get(`/replay?q=${session}`), 'recordings').some(({ chunk_count: chunks }) => chunks === 3),
  );
  return session;
}

function visit(timestamp: number, path: string, title: string): readonly object[] {
  const body = element(
    10,
    'body',
    {},
    element(11, 'h1', {}, text(12, title)),
    element(13, 'button', {}, text(14, 'Pay')),
  );
  const node = { type: 0, id: 1, childNodes: [element(2, 'html', {}, element(3, 'head', {}), body)] };
  return [
    { type: TYPE.meta, timestamp, data: { href: SHOP + path, width: 1280, height: 800 } },
    { type: TYPE.full, timestamp: timestamp + 5, data: { node, initialOffset: { left: 0, top: 0 } } },
  ];
}

/** Movements of the pointer, two each second. */
function moves(from: number, count: number): readonly object[] {
  return Array.from({ length: count }, (_, nth) => ({
    type: TYPE.incremental,
    timestamp: from + nth * 500,
    data: { source: MOUSE, positions: [{ x: 40 + (nth % 40) * 9, y: 60 + (nth % 40) * 6, id: 10, timeOffset: 0 }] },
  }));
}

function plugin(timestamp: number, name: string, payload: object): object {
  return { type: TYPE.plugin, timestamp, data: { plugin: name, payload } };
}
