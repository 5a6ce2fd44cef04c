import assert from 'node:assert/strict';
import { decodeLogs, OVERSIZED, type LogEntry } from '@svc/otlp';
import { decodeRequest } from '@svc/otlp/testing';
import type { PartedTranslation } from '@svc/otlp/wire';
import { translateSentry } from './translate.js';

export const RECEIVED_AT_NS = 1_768_469_411_123_456_789n;
/** Seconds of the events of the fixtures, and the same in RFC 3339. */
export const TIME = 1_768_469_400.25;
export const TIME_NS = '1768469400250000000';
export const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
export const SPAN_ID = 'b7ad6b7169203331';
export const EVENT_ID = '9ec79c33ec9942ab8353589fcb2e04dc';
export const LIMITS = { maxBytes: 4 * 1024 * 1024, maxItems: 20_000 };
const CONTEXT = { receivedAtNs: RECEIVED_AT_NS, retentionDays: 30, projectNumber: 1, partition: 0, offset: 0 };

/** A payload, of JSON unless it is a text, with the header of its item. */
export type SentItem = readonly [header: Readonly<Record<string, unknown>>, payload: unknown];

/** An envelope whose items have lengths. */
export function envelope(items: readonly SentItem[], header: object = { event_id: EVENT_ID }): Buffer {
  const lines = items.flatMap(([itemHeader, payload]) => {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    return [JSON.stringify({ length: Buffer.byteLength(text), ...itemHeader }), text];
  });
  return Buffer.from([JSON.stringify(header), ...lines, ''].join('\n'));
}

export function translateItem(type: string, payload: unknown, header?: object): PartedTranslation {
  return translateSentry('envelope', envelope([[{ type }, payload]], header), LIMITS);
}

/** The log records that the store would get. */
export function storedLogs({ parts }: PartedTranslation): LogEntry[] {
  const body = parts.find(({ signal }) => signal === 'logs')?.body;
  if (!body) return [];
  return [...decodeLogs(body, CONTEXT)].filter((entry) => entry !== undefined && entry !== OVERSIZED);
}

/** A log record with its attributes by name. */
export interface StoredEvent {
  readonly entry: LogEntry;
  readonly attributes: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, string>>;
  readonly translation: PartedTranslation;
}

export function storedEvent(event: object, header?: object): StoredEvent {
  const translation = translateItem('event', { event_id: EVENT_ID, timestamp: TIME, ...event }, header);
  const [entry, ...others] = storedLogs(translation);
  assert.ok(entry && others.length === 0);
  const { attributes, resource } = entry;
  return { entry, translation, attributes: Object.fromEntries(attributes), resource: Object.fromEntries(resource) };
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
  readonly arrayValue?: { readonly values: readonly Value[] };
}
interface Attributed {
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
}

/** A span with its attributes by name, as an independent decoder reads it. */
export interface StoredSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly traceState: string;
  readonly kind: number;
  readonly start: string;
  readonly end: string;
  readonly status: { readonly code?: number; readonly message?: string } | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: Buffer }[];
}

interface SpanMessage extends Attributed {
  readonly name: string;
  readonly traceId: Buffer;
  readonly spanId: Buffer;
  readonly parentSpanId?: Buffer;
  readonly traceState?: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status?: StoredSpan['status'];
  readonly links: StoredSpan['links'];
}
interface Request {
  readonly resourceSpans: readonly {
    readonly resource: Attributed;
    readonly scopeSpans: readonly { readonly spans: readonly SpanMessage[] }[];
  }[];
}

export function storedSpans({ parts }: PartedTranslation): StoredSpan[] {
  const body = parts.find(({ signal }) => signal === 'traces')?.body;
  if (!body) return [];
  const { resourceSpans } = decodeRequest('traces', body) as unknown as Request;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        name: span.name,
        traceId: span.traceId.toString('hex'),
        spanId: span.spanId.toString('hex'),
        parentSpanId: span.parentSpanId?.toString('hex') ?? '',
        traceState: span.traceState ?? '',
        kind: span.kind,
        start: span.startTimeUnixNano,
        end: span.endTimeUnixNano,
        status: span.status,
        attributes: byName(span),
        resource: byName(resource),
        links: span.links,
      })),
    ),
  );
}

function byName({ attributes }: Attributed): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));
}

function plain({ stringValue, intValue, doubleValue, boolValue, arrayValue }: Value): unknown {
  if (arrayValue) return arrayValue.values.map(plain);
  return stringValue ?? (intValue === undefined ? undefined : Number(intValue)) ?? doubleValue ?? boolValue;
}
