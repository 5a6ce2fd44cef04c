import type { JaegerQueryFindRequest } from '@svc/contract';
import { quoteText } from '@svc/reading/search-language';
import { SPAN_FIELDS } from '@svc/reading/signals';

/** Tags that Jaeger makes of other parts of a span than its attributes, by the field that has the same values here. */
const TAG_FIELDS: ReadonlyMap<string, string> = new Map([
  ['span.kind', 'kind'],
  ['otel.status_code', 'status'],
  ['otel.status_description', 'status_message'],
  ['otel.scope.name', 'scope'],
  ['otel.library.name', 'scope'],
]);
/** Values of fields that have names, in our spelling. */
const LOWER_CASE: ReadonlySet<string> = new Set(['kind', 'status']);

/** The conditions on the span of a trace that no other filter has, in the search language. */
export function toSearchText({
  tags,
  minDurationNs,
  maxDurationNs,
}: Pick<JaegerQueryFindRequest, 'tags' | 'minDurationNs' | 'maxDurationNs'>): string {
  return [
    ...Object.entries(tags).map(([key, value]) => tagCondition(key, value)),
    ...(minDurationNs > 0n ? [`duration_ms:>=${toMs(minDurationNs)}`] : []),
    ...(maxDurationNs > 0n ? [`duration_ms:<=${toMs(maxDurationNs)}`] : []),
  ].join(' AND ');
}

function tagCondition(key: string, value: string): string {
  if (key === 'error') return value === 'false' ? 'NOT status:error' : 'status:error';
  const field = TAG_FIELDS.get(key);
  if (field !== undefined) return `${field}:${quoteText(LOWER_CASE.has(field) ? value.toLowerCase() : value)}`;
  const text = quoteText(value);
  // A short name of one of our fields is an attribute in Jaeger; a name with dots means the same in both.
  if (!SPAN_FIELDS.fields.has(key) || key.includes('.')) return `${quoteText(key)}:${text}`;
  return `(${quoteText(`attributes.${key}`)}:${text} OR ${quoteText(`resource.${key}`)}:${text})`;
}

/** Exact: six digits after the point are nanoseconds. */
function toMs(ns: bigint): string {
  return `${ns / 1_000_000n}.${String(ns % 1_000_000n).padStart(6, '0')}`;
}
