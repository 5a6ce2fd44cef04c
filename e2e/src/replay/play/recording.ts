import type { RecordedEvent } from '@svc/player';
import { element, text, type MarkupNode } from '@svc/replay/testing';

const START_MS = 1_790_000_000_000;
/** Milliseconds between the events. */
const STEP_MS = 5;

/** IDs of the body and of an element to which the attributes of a node are given later. */
const BODY_ID = 900;
const BARE_ID = 901;
const FRAME_ID = 907;

/** A recording whose page has this body. */
export function recordingOf(...childNodes: readonly MarkupNode[]): RecordedEvent[] {
  const body = element(BODY_ID, 'body', {}, ...childNodes);
  const node = { type: 0, id: 904, childNodes: [element(905, 'html', {}, element(906, 'head'), body)] };
  return [
    { type: 4, timestamp: START_MS, data: { href: 'http://recorded.example/', width: 800, height: 600 } },
    { type: 2, timestamp: START_MS, data: { node, initialOffset: { left: 0, top: 0 } } },
  ];
}

/**
 * The recording of a page that has a node at first, gets it again, gets its attributes on another element, and gets it in a frame; it ends
 * with `#end`.
 *
 * @param later the data of mutations before the end.
 */
export function hostileRecording(node: MarkupNode, later: readonly object[] = []): RecordedEvent[] {
  const add = (added: MarkupNode) => ({ parentId: BODY_ID, nextId: null, node: added });
  const mutation = (step: number, data: object): RecordedEvent => ({
    type: 3,
    timestamp: START_MS + step * STEP_MS,
    data: { source: 0, texts: [], attributes: [], removes: [], adds: [], ...data },
  });
  const { tagName, attributes } = node;
  const bare = element(BARE_ID, /^\w+$/.test(String(tagName)) ? String(tagName) : 'div');
  return [
    ...recordingOf(node, bare, element(FRAME_ID, 'iframe')),
    mutation(1, { adds: [add(renumbered(node, 100))] }),
    mutation(2, { attributes: [{ id: BARE_ID, attributes: attributes ?? {} }] }),
    mutation(3, {
      isAttachIframe: true,
      adds: [{ parentId: FRAME_ID, nextId: null, node: documentOf(renumbered(node, 200)) }],
    }),
    ...later.map((data, index) => mutation(4 + index, data)),
    mutation(4 + later.length, { adds: [add(element(902, 'p', { id: 'end' }, text(903, 'end')))] }),
  ];
}

/** The recorded length in milliseconds. */
export function lengthOf(events: readonly RecordedEvent[]): number {
  return (events.at(-1)?.timestamp ?? START_MS) - START_MS;
}

function documentOf(node: MarkupNode): MarkupNode {
  const html = element(911, 'html', {}, element(912, 'head'), element(913, 'body', {}, node));
  return { type: 0, id: 910, childNodes: [html] };
}

function renumbered(node: MarkupNode, by: number): MarkupNode {
  const { id, childNodes } = node;
  const children = Array.isArray(childNodes) ? (childNodes as MarkupNode[]).map((child) => renumbered(child, by)) : [];
  return { ...node, ...(typeof id === 'number' && { id: id + by }), childNodes: children };
}
