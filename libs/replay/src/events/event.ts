import type { JsonValue } from '@svc/redaction';

/** The types of events of rrweb 2 (`EventType` of @rrweb/types). */
export const EVENT_TYPE = {
  domContentLoaded: 0,
  load: 1,
  fullSnapshot: 2,
  incremental: 3,
  meta: 4,
  custom: 5,
  plugin: 6,
  asset: 7,
} as const;

/** The sources of incremental events (`IncrementalSource` of @rrweb/types). */
export const SOURCE = {
  mutation: 0,
  mouseMove: 1,
  mouseInteraction: 2,
  scroll: 3,
  viewportResize: 4,
  input: 5,
  touchMove: 6,
  mediaInteraction: 7,
  styleSheetRule: 8,
  canvasMutation: 9,
  font: 10,
  log: 11,
  drag: 12,
  styleDeclaration: 13,
  selection: 14,
  adoptedStyleSheet: 15,
} as const;

/** The types of nodes of a snapshot (`NodeType` of @rrweb/types). */
export const NODE_TYPE = { document: 0, doctype: 1, element: 2, text: 3, cdata: 4, comment: 5 } as const;

export type JsonObject = { [name: string]: JsonValue };

/** An event of rrweb. Its members other than these depend on the type, and unknown ones are kept. */
export interface RecordedEvent {
  readonly type: number;
  /** Milliseconds since 1970 on the clock of the browser; may be fractional. */
  readonly timestamp: number;
  data?: JsonValue;
  [member: string]: JsonValue | undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of an object that is an object itself. */
export function objectOf(value: JsonValue | undefined, name: string): JsonObject | undefined {
  const member = isObject(value) ? value[name] : undefined;
  return isObject(member) ? member : undefined;
}

/** A member of an object that is an array; an empty one if it is anything else. */
export function arrayOf(value: JsonValue | undefined, name: string): JsonValue[] {
  const member = isObject(value) ? value[name] : undefined;
  return Array.isArray(member) ? member : [];
}

export function numberOf(value: JsonValue | undefined, name: string): number | undefined {
  const member = isObject(value) ? value[name] : undefined;
  return typeof member === 'number' ? member : undefined;
}

/** The source of an incremental event. */
export function sourceOf(event: RecordedEvent): number | undefined {
  return event.type === EVENT_TYPE.incremental ? numberOf(event.data, 'source') : undefined;
}
