import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { StoredSpan } from '../spans/stored-span.js';

/** Specs run in `dist`; the recordings stay in `src`. */
const FOLDER = path.resolve(import.meta.dirname, '../../src/testing/recorded');

interface Value {
  readonly stringValue?: string;
  readonly intValue?: string | number;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
  readonly arrayValue?: { readonly values?: readonly Value[] };
  readonly kvlistValue?: { readonly values?: readonly Pair[] };
}
interface Pair {
  readonly key: string;
  readonly value: Value;
}
interface RecordedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Pair[];
  readonly events: readonly {
    readonly name: string;
    readonly timeUnixNano: string;
    readonly attributes: readonly Pair[];
  }[];
  readonly status: { readonly code?: number; readonly message?: string };
}
interface Group {
  readonly resource: { readonly attributes: readonly Pair[] };
  readonly scopeSpans: readonly {
    readonly scope: { readonly name: string; readonly version?: string };
    readonly spans: readonly RecordedSpan[];
  }[];
}

/** The instrumentations of which there are recordings, see `e2e/src/ai/instrumentations`. */
export const INSTRUMENTATIONS = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json') && !file.endsWith('.golden.json'))
  .map((file) => path.basename(file, '.json'));

export const goldenFile = (instrumentation: string): string => path.join(FOLDER, `${instrumentation}.golden.json`);

/** The spans that an instrumentation sent, as they are stored. */
export function recordedSpans(instrumentation: string): StoredSpan[] {
  const text = readFileSync(path.join(FOLDER, `${instrumentation}.json`), 'utf8');
  const { resourceSpans } = JSON.parse(text) as { resourceSpans: readonly Group[] };
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) => spans.map((span) => toStored(span, scope, toTexts(resource.attributes)))),
  );
}

function toStored(
  span: RecordedSpan,
  scope: { name: string; version?: string },
  resource: Record<string, string>,
): StoredSpan {
  const attributes = toTexts(span.attributes);
  const startNs = BigInt(span.startTimeUnixNano);
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId ?? '',
    name: span.name,
    startNs,
    durationNs: BigInt(span.endTimeUnixNano) - startNs,
    statusCode: span.status.code ?? 0,
    statusMessage: span.status.message ?? '',
    serviceName: resource['service.name'] ?? '',
    environment: '',
    release: '',
    scopeName: scope.name,
    scopeVersion: scope.version ?? '',
    sessionId: attributes['session.id'] ?? '',
    distinctId: attributes['user.id'] ?? '',
    attributes,
    resourceAttributes: resource,
    events: span.events.map(({ name, timeUnixNano, attributes: own }) => ({
      name,
      timeNs: BigInt(timeUnixNano),
      attributes: toTexts(own),
    })),
    droppedAttributes: 0,
  };
}

function toTexts(pairs: readonly Pair[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map(({ key, value }) => {
      const plain = toPlain(value);
      return [key, typeof plain === 'string' ? plain : JSON.stringify(plain)];
    }),
  );
}

function toPlain(value: Value): unknown {
  if (value.arrayValue) return (value.arrayValue.values ?? []).map(toPlain);
  if (value.kvlistValue)
    return Object.fromEntries((value.kvlistValue.values ?? []).map((pair) => [pair.key, toPlain(pair.value)]));
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.doubleValue ?? value.boolValue ?? null;
}
