import { element, text, type MarkupNode } from '@svc/replay/testing';
import { eventually } from '@svc/testing';
import { textAttribute } from '@svc/testing/outages';
import { items } from '../../reference/recorder.js';
import { newTraceId } from '../../spans.js';
import type { SeededProject } from './project.js';

const MINUTE_MS = 60_000;
const URL = 'https://shop.example/cart';
/** Kinds of events and sources of changes of rrweb. */
const TYPE = { full: 2, incremental: 3, meta: 4 } as const;
const SOURCE = { mutation: 0, mouse: 1, interaction: 2, scroll: 3 } as const;
const CLICK = 2;
const [BODY, LIST, BUTTON, NOTE] = [10, 11, 12, 13];

/** Sends the recording of a visit to a cart, and the trace of the order that was made in it; returns the ID of the session. */
export async function seedRecording(project: SeededProject, distinctId: string): Promise<string> {
  const session = `session-${newTraceId().slice(0, 12)}`;
  const start = Date.now() - 4 * MINUTE_MS;
  await project.ingest('/replay', {
    session_id: session,
    window_id: 'window-1',
    distinct_id: distinctId,
    seq: 0,
    sent_at: new Date().toISOString(),
    sdk: 'rrweb 2.1.6',
    url: URL,
    release: 'shop@1.4.2',
    events: visit(start),
  });
  await project.send('traces', [
    {
      service: 'web',
      resource: { 'deployment.environment.name': 'production' },
      item: {
        traceId: newTraceId(),
        spanId: newTraceId().slice(0, 16),
        name: 'POST /orders',
        kind: 2,
        startTimeUnixNano: `${start + 61_000}000000`,
        endTimeUnixNano: `${start + 61_350}000000`,
        attributes: [textAttribute('session.id', session), textAttribute('user.id', distinctId)],
      },
    },
  ]);
  await eventually(
    'the recording can be read',
    async () => items(await project.get('/replay'), 'recordings').length > 0,
  );
  return session;
}

function visit(start: number): object[] {
  const change = (after: number, data: object) => ({ type: TYPE.incremental, timestamp: start + after, data });
  const mutation = { source: SOURCE.mutation, texts: [], attributes: [], removes: [], adds: [] };
  const line = (nth: number): MarkupNode =>
    element(100 + nth * 2, 'li', {}, text(101 + nth * 2, `Article ${nth + 1}, 12.50 EUR`));
  const moves = Array.from({ length: 30 }, (_, nth) =>
    change(1_000 + nth * 500, {
      source: SOURCE.mouse,
      positions: [{ x: 20 + nth * 9, y: 40 + nth * 6, id: BODY, timeOffset: 0 }],
    }),
  );
  return [
    { type: TYPE.meta, timestamp: start, data: { href: URL, width: 1280, height: 800 } },
    {
      type: TYPE.full,
      timestamp: start + 5,
      data: { node: page([0, 1, 2].map(line)), initialOffset: { left: 0, top: 0 } },
    },
    ...moves,
    ...[3, 4, 5].map((nth) => change(20_000 + nth * 5_000, { ...mutation, adds: addsOf(LIST, line(nth)) })),
    ...[0, 300, 600, 900].map((after) =>
      change(60_000 + after, { source: SOURCE.interaction, type: CLICK, id: BUTTON, x: 60, y: 320 }),
    ),
    change(62_000, {
      ...mutation,
      adds: addsOf(BODY, element(NOTE, 'p', { style: 'color: #a8211a' }, text(14, 'The payment was refused.'))),
    }),
    change(90_000, { source: SOURCE.interaction, type: CLICK, id: NOTE, x: 60, y: 360 }),
  ];
}

/** The changes that a recorder sends for a node that was added: the node alone, and then each node in it. */
function addsOf(parentId: unknown, node: MarkupNode): object[] {
  const children = (node.childNodes ?? []) as readonly MarkupNode[];
  return [
    { parentId, nextId: null, node: { ...node, childNodes: [] } },
    ...children.flatMap((child) => addsOf(node.id, child)),
  ];
}

function page(lines: readonly MarkupNode[]): MarkupNode {
  const style = element(
    4,
    'style',
    {},
    text(5, 'body { font: 16px sans-serif; margin: 40px } li { padding: 6px } button { padding: 8px 20px }'),
  );
  const body = element(
    BODY,
    'body',
    {},
    element(20, 'h1', {}, text(21, 'Your cart')),
    element(LIST, 'ul', {}, ...lines),
    element(BUTTON, 'button', {}, text(22, 'Pay')),
  );
  return { type: 0, id: 1, childNodes: [element(2, 'html', {}, element(3, 'head', {}, style), body)] };
}
