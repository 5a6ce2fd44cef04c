import type { ReplayEvent } from '../../gen/api.js';
import type { Item } from './items.js';

/** Types of events of rrweb. */
const TYPE = { meta: 4, plugin: 6 } as const;
/** Names of plugins, as the service counts what they report. */
const CONSOLE = /console/i;
const NETWORK = /network|fetch|xhr/i;
/** Characters of a title. */
const SHOWN = 500;
const FAILED = 400;

/** Finds what the page itself reported in the events of a recording: pages that were opened, its console, and its requests. */
export function observe(events: readonly ReplayEvent[]): readonly Item[] {
  const counts = new Map<string, number>();
  return events.flatMap((recorded) => {
    const { window_id: windowId, offset_ms: offsetMs, seq } = recorded;
    return toReports(recorded.event).map((report) => {
      // Slices of a recording overlap, so the number of an item must not depend on where one begins.
      const key = [report.kind, windowId, seq, offsetMs, report.label, report.title].join(' ');
      const nth = counts.get(key) ?? 0;
      counts.set(key, nth + 1);
      return { ...report, offsetMs, windowId, id: `${key} ${nth}` };
    });
  });
}

type Report = Omit<Item, 'id' | 'offsetMs' | 'windowId'>;
type Data = Readonly<Record<string, unknown>>;

function toReports(event: ReplayEvent['event']): readonly Report[] {
  const data = toObject(event?.['data']);
  if (event?.['type'] === TYPE.meta) return [toPage(data)];
  if (event?.['type'] !== TYPE.plugin) return [];
  const plugin = toText(data['plugin']);
  const payload = toObject(data['payload']);
  if (CONSOLE.test(plugin)) return [toConsole(payload)];
  return NETWORK.test(plugin) ? toRequests(payload) : [];
}

function toPage(data: Data): Report {
  return { kind: 'page', label: 'page', title: toText(data['href']), reason: '', tone: 'info' };
}

function toConsole(payload: Data): Report {
  const level = toText(payload['level']);
  const values = Array.isArray(payload['payload']) ? (payload['payload'] as readonly unknown[]) : [];
  const title = values.map(unquote).join(' ').slice(0, SHOWN);
  const tone = level === 'error' ? 'danger' : level === 'warn' ? 'warn' : 'neutral';
  return { kind: 'console', label: `console ${level}`, title, reason: '', tone };
}

function toRequests(payload: Data): readonly Report[] {
  const requests = Array.isArray(payload['requests']) ? (payload['requests'] as readonly unknown[]) : [];
  return requests.map((value) => {
    const request = toObject(value);
    const status = Number(request['status'] ?? request['responseStatus'] ?? 0);
    const url = toText(request['url'] ?? request['name']);
    const duration = Number(request['duration']);
    return {
      kind: 'network',
      // Browsers do not tell scripts the status of answers of other origins.
      label: status > 0 ? `status ${status}` : 'request',
      title: `${toText(request['method'])} ${url}`.trim().slice(0, SHOWN),
      reason: Number.isFinite(duration) ? `It took ${Math.round(duration)} ms.` : '',
      tone: status >= FAILED ? 'danger' : 'neutral',
    };
  });
}

function toObject(value: unknown): Data {
  return typeof value === 'object' && value !== null ? (value as Data) : {};
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, SHOWN) : '';
}

/** Recorders write each value of the console as JSON. */
function unquote(value: unknown): string {
  if (typeof value !== 'string') return '';
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}
