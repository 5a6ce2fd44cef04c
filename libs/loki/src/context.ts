import type { Pair } from './push.js';

/** Names of the level, the first that is present first, in lower case: those of `log_level_fields` in the manual of Loki, and its own. */
const LEVELS = [
  'level',
  'log.level',
  'severity',
  'severitytext',
  'severity_text',
  'lvl',
  'log_level',
  'detected_level',
];
const TRACE_IDS = ['trace_id', 'traceid', 'trace.id'];
const SPAN_IDS = ['span_id', 'spanid', 'span.id'];
const RANKS = new Map([LEVELS, TRACE_IDS, SPAN_IDS].flatMap((names) => names.map((name, rank) => [name, rank])));
const KINDS = new Map([
  ...LEVELS.map((name) => [name, 'level'] as const),
  ...TRACE_IDS.map((name) => [name, 'traceId'] as const),
  ...SPAN_IDS.map((name) => [name, 'spanId'] as const),
]);
const IDS = { traceId: /^[\da-f]{32}$/i, spanId: /^[\da-f]{16}$/i };

/** The pairs that an OTLP record has fields for, and the rest. */
export interface Context {
  readonly level: string | undefined;
  /** Hexadecimal, in either case. */
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly rest: readonly Pair[];
}

/** Finds the level and the trace context among pairs. An id of another form than that of OpenTelemetry stays among the rest. */
export function splitContext(pairs: readonly Pair[]): Context {
  const found: { level?: Pair; traceId?: Pair; spanId?: Pair } = {};
  for (const pair of pairs) {
    const name = pair.name.toLowerCase();
    const kind = KINDS.get(name);
    if (kind === undefined || pair.value === '' || (kind !== 'level' && !IDS[kind].test(pair.value))) continue;
    const other = found[kind];
    if (!other || rankOf(pair) < rankOf(other)) found[kind] = pair;
  }
  const { level, traceId, spanId } = found;
  const isTaken = level ?? traceId ?? spanId;
  const rest = isTaken ? pairs.filter((pair) => pair !== level && pair !== traceId && pair !== spanId) : pairs;
  return { level: level?.value, traceId: traceId?.value, spanId: spanId?.value, rest };
}

function rankOf({ name }: Pair): number {
  return RANKS.get(name.toLowerCase()) ?? Infinity;
}
