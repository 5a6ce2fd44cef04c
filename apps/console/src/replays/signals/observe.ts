import type { ReplayEvent } from '../../gen/api.js';
import type { Item } from './items.js';

/** Types of events of rrweb, and the names of its plugins. */
const TYPE = { meta: 4, plugin: 6 } as const;
const CONSOLE = 'rrweb/console@1';
const NETWORK = 'rrweb/network@1';
/** Characters of a title. */
const SHOWN = 500;
const FAILED = 400;

/** What the page itself reported in the events of a recording: pages that were opened, its console, and its requests. */
export function observe(events: readonly ReplayEvent[]): readonly Item[] {
  return events.flatMap((recorded, nth) => {
    const { event, window_id: windowId, offset_ms: offsetMs, seq } = recorded;
    const data = toObject(event?.['data']);
    const place = { offsetMs, windowId };
    const id = `${windowId} ${seq} ${offsetMs}`;
    if (event?.['type'] === TYPE.meta) return [toPage(id, place, data)];
    if (event?.['type'] !== TYPE.plugin) return [];
    const payload = toObject(data['payload']);
    if (data['plugin'] === CONSOLE) return [toConsole(`${id} ${nth}`, place, payload)];
    return data['plugin'] === NETWORK ? toRequests(`${id} ${nth}`, place, payload) : [];
  });
}

type Place = Pick<Item, 'offsetMs' | 'windowId'>;
type Data = Readonly<Record<string, unknown>>;

function toPage(id: string, place: Place, data: Data): Item {
  return {
    ...place,
    id: `page ${id}`,
    kind: 'page',
    label: 'page',
    title: toText(data['href']),
    reason: '',
    tone: 'info',
  };
}

function toConsole(id: string, place: Place, payload: Data): Item {
  const level = toText(payload['level']);
  const values = Array.isArray(payload['payload']) ? (payload['payload'] as readonly unknown[]) : [];
  const title = values.map(unquote).join(' ').slice(0, SHOWN);
  const tone = level === 'error' ? 'danger' : level === 'warn' ? 'warn' : 'neutral';
  return { ...place, id: `console ${id}`, kind: 'console', label: `console ${level}`, title, reason: '', tone };
}

function toRequests(id: string, place: Place, payload: Data): readonly Item[] {
  const requests = Array.isArray(payload['requests']) ? (payload['requests'] as readonly unknown[]) : [];
  return requests.map((value, index) => {
    const request = toObject(value);
    const status = Number(request['status'] ?? request['responseStatus'] ?? 0);
    const url = toText(request['url'] ?? request['name']);
    const duration = Number(request['duration']);
    return {
      ...place,
      id: `network ${id} ${index}`,
      kind: 'network',
      label: status === 0 ? 'no answer' : `status ${status}`,
      title: `${toText(request['method'])} ${url}`.trim().slice(0, SHOWN),
      reason: Number.isFinite(duration) ? `It took ${Math.round(duration)} ms.` : '',
      tone: status === 0 || status >= FAILED ? 'danger' : 'neutral',
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
