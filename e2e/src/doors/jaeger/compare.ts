import type { Json } from '../../api.js';

/** The items of a list in an answer; none if it is absent. */
export const list = (value: unknown): Json[] => [...((value ?? []) as Json[])];
const byText = (one: unknown, other: unknown): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

/** A trace of version 1 without what may differ: the order of spans, tags and fields, and the names of processes. */
export function comparableTrace(trace: Json = {} as Json) {
  const processes = new Map(
    Object.entries((trace['processes'] ?? {}) as Record<string, Json>).map(([id, process]) => [
      id,
      { name: process['serviceName'], tags: list(process['tags']).toSorted(byText) },
    ]),
  );
  const spans = list(trace['spans']).map((span) => ({
    id: span['spanID'],
    trace: span['traceID'],
    name: span['operationName'],
    start: span['startTime'],
    duration: span['duration'],
    references: list(span['references']),
    tags: list(span['tags']).toSorted(byText),
    logs: list(span['logs']).map((log) => ({ at: log['timestamp'], fields: list(log['fields']).toSorted(byText) })),
    process: processes.get(span['processID'] ?? ''),
    warnings: span['warnings'],
  }));
  return { id: trace['traceID'], spans: spans.toSorted(byText), warnings: trace['warnings'] };
}

/** Resource spans of version 3 by span, without the order of attributes and members that are empty. */
export function comparableSpans(resourceSpans: unknown) {
  return list(resourceSpans)
    .flatMap(({ resource, scopeSpans }) =>
      list(scopeSpans).flatMap(({ scope, spans }) =>
        list(spans).map((span) => ({
          ...Object.fromEntries(Object.entries(span).filter(([, value]) => !isEmpty(value))),
          attributes: list(span['attributes']).toSorted(byText),
          resource: list(resource?.['attributes']).toSorted(byText),
          scope,
        })),
      ),
    )
    .toSorted(byText);
}

function isEmpty(value: unknown): boolean {
  if (value === '' || value === 0) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
