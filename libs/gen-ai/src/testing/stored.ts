import type { StoredSpan, StoredSpanEvent } from '../spans/stored-span.js';

export const START_NS = 1_790_000_000_000_000_000n;

/** A stored span of one second; `fields` replace its values. */
export function storedSpan(attributes: Readonly<Record<string, string>>, fields: Partial<StoredSpan> = {}): StoredSpan {
  return {
    traceId: '0123456789abcdef0123456789abcdef',
    spanId: '0011223344556677',
    parentSpanId: '',
    name: 'work',
    startNs: START_NS,
    durationNs: 1_000_000_000n,
    statusCode: 0,
    statusMessage: '',
    serviceName: 'shop',
    environment: '',
    release: '',
    scopeName: '',
    scopeVersion: '',
    sessionId: '',
    distinctId: '',
    attributes,
    resourceAttributes: {},
    events: [],
    droppedAttributes: 0,
    ...fields,
  };
}

export function storedEvent(
  name: string,
  afterMs: number,
  attributes: Readonly<Record<string, string>> = {},
): StoredSpanEvent {
  return { name, timeNs: START_NS + BigInt(afterMs) * 1_000_000n, attributes };
}
