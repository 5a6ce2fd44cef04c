import type { JsonValue } from '@svc/redaction';
import type { JsonObject, RecordedEvent } from '../events/event.js';

/** Events of rrweb for specs. Times are in milliseconds. */

export const element = (
  id: number,
  tagName: string,
  attributes: JsonObject = {},
  ...childNodes: readonly JsonValue[]
): JsonObject => ({ type: 2, id, tagName, attributes, childNodes: [...childNodes] });

export const text = (id: number, textContent: string): JsonObject => ({ type: 3, id, textContent });

export const full = (timestamp: number, ...childNodes: readonly JsonValue[]): RecordedEvent => ({
  type: 2,
  timestamp,
  data: { node: { type: 0, id: 1, childNodes: [...childNodes] }, initialOffset: { left: 0, top: 0 } },
});

export const meta = (timestamp: number, href = 'https://shop.example/'): RecordedEvent => ({
  type: 4,
  timestamp,
  data: { href, width: 800, height: 600 },
});

export const incremental = (timestamp: number, source: number, data: JsonObject = {}): RecordedEvent => ({
  type: 3,
  timestamp,
  data: { source, ...data },
});

export const mutation = (timestamp: number, data: JsonObject = {}): RecordedEvent =>
  incremental(timestamp, 0, { texts: [], attributes: [], removes: [], adds: [], ...data });

export const adds = (timestamp: number, ...rows: readonly JsonValue[]): RecordedEvent =>
  mutation(timestamp, { adds: [...rows] });

/** An interaction with the mouse: 1 press, 2 click, 5 focus, 6 blur, 7 touch, 9 the end of a touch. */
export const interaction = (timestamp: number, type: number, id: number, x = 100, y = 100): RecordedEvent =>
  incremental(timestamp, 2, { type, id, x, y });

export const click = (timestamp: number, id: number, x = 100, y = 100): RecordedEvent =>
  interaction(timestamp, 2, id, x, y);

/** A movement of the mouse, which shows only that the window is still recorded. */
export const movement = (timestamp: number): RecordedEvent => incremental(timestamp, 1, { positions: [] });

export const plugin = (timestamp: number, name: string, payload: JsonValue): RecordedEvent => ({
  type: 6,
  timestamp,
  data: { plugin: name, payload },
});

export const custom = (timestamp: number, tag: string, payload: JsonValue = {}): RecordedEvent => ({
  type: 5,
  timestamp,
  data: { tag, payload },
});
