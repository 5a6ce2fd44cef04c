/** Events of rrweb of a person in a shop, for benchmarks of recordings. */
import type { RecordedEvent } from '@svc/replay';

/** Milliseconds after which recorders send a chunk. */
const CHUNK_MS = 5_000;

/**
 * A list of 300 products that is loaded, filtered, typed into and scrolled: about 13 events a second.
 *
 * @param startMs when the page is loaded, in milliseconds since 1970.
 * @param lengthMs how long the person stays on it, in milliseconds.
 */
export function shopSession(startMs: number, lengthMs: number): RecordedEvent[] {
  const event = (type: number, ms: number, data: object): RecordedEvent =>
    ({ type, timestamp: startMs + ms, data }) as unknown as RecordedEvent;
  const list = element(2, 'ul', {}, ...Array.from({ length: 300 }, (_, nth) => product(100 + nth * 10)));
  const recorded = [
    event(4, 0, { href: 'https://shop.example/list?q=shoes', width: 1280, height: 800 }),
    event(2, 0, { node: { type: 0, id: 1, childNodes: [list] }, initialOffset: { top: 0, left: 0 } }),
  ];
  for (let ms = 0; ms < lengthMs; ms += 100) {
    recorded.push(event(3, ms, { source: 1, positions: [0, 20, 40, 60, 80].map((at) => pointer(ms, at)) }));
    if (ms % 500 === 0) recorded.push(event(3, ms, { source: 5, id: 9, text: 'shoes in red', isChecked: false }));
    if (ms % 1_000 === 0) recorded.push(event(3, ms, { source: 0, ...change(ms) }));
  }
  return recorded;
}

/** The events as recorders cut them: those of five seconds in a chunk. */
export function cutByTime(recorded: readonly RecordedEvent[]): RecordedEvent[][] {
  return [...Map.groupBy(recorded, ({ timestamp }) => Math.floor(timestamp / CHUNK_MS)).values()];
}

function element(id: number, tagName: string, attributes: object, ...childNodes: readonly object[]): object {
  return { type: 2, id, tagName, attributes, childNodes };
}

function text(id: number, textContent: string): object {
  return { type: 3, id, textContent };
}

function product(id: number): object {
  const link = { href: `https://shop.example/p/${id}?from=list` };
  return element(
    id,
    'li',
    { class: 'product grid-3 shadow', 'data-sku': `sku-${id}` },
    element(id + 1, 'h3', {}, text(id + 2, `Product ${id}`)),
    element(id + 3, 'a', link, text(id + 4, 'Show the details of this product')),
  );
}

function pointer(ms: number, at: number): object {
  return { x: (ms + at) % 1_280, y: Math.round(ms / 7) % 800, id: 2, timeOffset: at - 80 };
}

function change(ms: number): object {
  return {
    texts: [{ id: 102, value: `${ms / 1_000} products in stock` }],
    attributes: [{ id: 2, attributes: { class: `list page-${ms / 1_000}` } }],
    removes: [],
    adds: [0, 1, 2].map((nth) => ({ parentId: 2, nextId: null, node: product(10_000 + ms + nth * 10) })),
  };
}
