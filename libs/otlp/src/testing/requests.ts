import type { RequestContext } from '../signal.js';

/** The moment at which test requests arrive. */
export const RECEIVED_AT_NS = 1_790_000_000_123_456_789n;
const MINUTE_NS = 60_000_000_000n;

export const CONTEXT: RequestContext = {
  projectNumber: 7,
  retentionDays: 30,
  receivedAtNs: RECEIVED_AT_NS,
  partition: 3,
  offset: 5_000_000_001,
};

/** A time some nanoseconds before receipt, as protobufjs takes it. */
export function ago(ns: bigint | number): string {
  return String(RECEIVED_AT_NS - BigInt(ns));
}
export const minutes = (count: number): bigint => BigInt(Math.round(count * 1000)) * (MINUTE_NS / 1000n);

export const TRACE_ID = Buffer.from('0123456789abcdef0123456789abcdef', 'hex');
export const SPAN_ID = Buffer.from('0011223344556677', 'hex');

export function span(fields: object = {}): object {
  return {
    traceId: TRACE_ID,
    spanId: SPAN_ID,
    name: 'work',
    startTimeUnixNano: ago(2000),
    endTimeUnixNano: ago(1000),
    ...fields,
  };
}

export function attributes(values: Readonly<Record<string, object>>): object[] {
  return Object.entries(values).map(([key, value]) => ({ key, value }));
}

export function text(stringValue: string): object {
  return { stringValue };
}

export const traces = (spans: object[], resource?: object): object => ({
  resourceSpans: [{ ...(resource && { resource }), scopeSpans: [{ scope: { name: 'lib', version: '1.0' }, spans }] }],
});
export const logs = (logRecords: object[], resource?: object): object => ({
  resourceLogs: [
    { ...(resource && { resource }), scopeLogs: [{ scope: { name: 'lib', version: '1.0' }, logRecords }] },
  ],
});
export const metrics = (list: object[], resource?: object): object => ({
  resourceMetrics: [
    { ...(resource && { resource }), scopeMetrics: [{ scope: { name: 'lib', version: '1.0' }, metrics: list }] },
  ],
});
