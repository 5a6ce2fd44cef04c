import { Draw } from '../payloads/draw.js';

const SERVICES = [
  'web',
  'gateway',
  'cart',
  'catalog',
  'pricing',
  'payments',
  'ledger',
  'search',
  'users',
  'mail',
  'db',
];
const NAMES = [
  'GET /cart/{id}',
  'SELECT products',
  'POST /charge',
  'render',
  'HGETALL',
  'publish order.created',
  'retry',
];
const START_MS = Date.UTC(2026, 10, 1, 8, 30);

/** An outline as `GET /traces/{trace_id}?view=outline` answers it, with a critical path and logs. Durations are in nanoseconds. */
export function largeTrace(count: number): { trace: object; criticalPath: object[]; logs: object[] } {
  const draw = new Draw(7);
  const spans = [{ id: toId(0), name: 'POST /checkout', service: 'web', start_ns: 0, duration_ns: 4_000_000_000 }];
  while (spans.length < count) {
    // Mostly below one of the latest spans, so that some branches are hundreds of levels deep.
    const above =
      spans[Math.max(0, spans.length - 1 - (draw.below(4) === 0 ? draw.below(spans.length) : draw.below(6)))];
    if (above === undefined) break;
    const offset = Math.floor((above.duration_ns * draw.below(400)) / 1_000);
    const span = {
      id: toId(spans.length),
      // The parent of one in 2,000 spans has not arrived.
      parent: draw.below(2_000) === 0 ? draw.hex(8) : above.id,
      name: draw.of(NAMES),
      service: draw.of(SERVICES),
      start_ns: above.start_ns + offset,
      duration_ns: Math.max(500, Math.floor((above.duration_ns - offset) * (0.3 + draw.below(600) / 1_000))),
      ...(draw.below(40) === 0 && { status: 'error' }),
    };
    spans.push(span);
  }
  const criticalPath = spans.slice(0, 300).map((span, index) => ({
    span_id: span.id,
    service_name: span.service,
    operation: span.name,
    start_time: toTime(span.start_ns),
    end_time: toTime(span.start_ns + Math.floor(span.duration_ns / (index + 2))),
    self_time_ns: 1,
  }));
  const logs = Array.from({ length: 2_000 }, () => {
    const { id, start_ns, duration_ns } = draw.of(spans);
    const at = start_ns + Math.floor((duration_ns * draw.below(1_000)) / 1_000);
    return { span_id: id, timestamp: toTime(at), level: draw.of(['info', 'info', 'warn', 'error']) };
  });
  const outline = { spans: spans.toSorted((a, b) => a.start_ns - b.start_ns || (a.id < b.id ? -1 : 1)) };
  return { trace: { start_time: toTime(0), truncated: false, outline }, criticalPath, logs };
}

function toId(index: number): string {
  return index.toString(16).padStart(16, '0');
}

function toTime(ns: number): string {
  const nanos = String(ns % 1e9).padStart(9, '0');
  return `${new Date(START_MS + Math.floor(ns / 1e9) * 1_000).toISOString().slice(0, -5)}.${nanos}Z`;
}
