import { items, type Recorder } from './recorder.js';
import { sendSpansOf } from './telemetry.js';

const SESSION = 'session-7';
const TRACE = '7c2e0f1a9b8d4c6e8f70a1b2c3d4e5f6';

/** Records a session of a page with a heading, asks for it, and for a trace of the session. */
export async function recordReplay(recorder: Recorder): Promise<void> {
  const start = Date.now() - 60_000;
  const heading = { type: 3, id: 3, textContent: 'Cart' };
  const page = { type: 2, id: 2, tagName: 'h1', attributes: { class: 'title' }, childNodes: [heading] };
  const node = { type: 0, id: 1, childNodes: [page] };
  await recorder.ingest('replay.record', {
    session_id: SESSION,
    window_id: 'window-1',
    distinct_id: 'grace',
    seq: 0,
    sent_at: new Date().toISOString(),
    sdk: 'rrweb 2.1.6',
    url: 'https://shop.example/cart',
    release: 'shop@1.4.2',
    events: [
      { type: 4, timestamp: start, data: { href: 'https://shop.example/cart', width: 1280, height: 800 } },
      { type: 2, timestamp: start + 5, data: { node, initialOffset: { left: 0, top: 0 } } },
      { type: 3, timestamp: start + 4_000, data: { source: 2, type: 2, id: 2, x: 40, y: 20 } },
    ],
  });
  await recorder.call('replay.list', {
    query: { distinct_id: 'grace' },
    until: (answer) => items(answer, 'recordings').length === 1,
  });
  const path = { session_id: SESSION };
  await recorder.call('replay.get', { path });
  await recorder.call('replay.snapshots', { path, query: { from_offset_ms: 0 } });
  await sendSpansOf(recorder, [
    {
      traceId: TRACE,
      spanId: 'c3d4e5f607182930',
      name: 'POST /orders',
      kind: 2,
      startTimeUnixNano: `${start + 4_200}000000`,
      endTimeUnixNano: `${start + 4_350}000000`,
      attributes: [{ key: 'session.id', value: { stringValue: SESSION } }],
    },
  ]);
  await recorder.call('replay.related', {
    path,
    query: { kinds: ['trace'] },
    until: (answer) => items(answer, 'entries').length === 1,
  });
  await recorder.call('replay.for_trace', { path: { trace_id: TRACE } });
  await recorder.call('replay.delete', { path });
}
