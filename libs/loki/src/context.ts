import { CONTEXT_IDS, CONTEXT_NAMES } from '@svc/otlp/wire';
import type { Pair } from './push.js';

const KINDS = ['level', 'traceId', 'spanId'] as const;
const ROLES = new Map(
  KINDS.flatMap((kind) => CONTEXT_NAMES[kind].map((name, rank) => [name as string, { kind, rank }] as const)),
);

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
    const kind = roleOf(pair)?.kind;
    if (kind === undefined || pair.value === '' || (kind !== 'level' && !CONTEXT_IDS[kind].test(pair.value))) continue;
    const other = found[kind];
    if (!other || rankOf(pair) < rankOf(other)) found[kind] = pair;
  }
  const { level, traceId, spanId } = found;
  const isTaken = level ?? traceId ?? spanId;
  const rest = isTaken ? pairs.filter((pair) => pair !== level && pair !== traceId && pair !== spanId) : pairs;
  return { level: level?.value, traceId: traceId?.value, spanId: spanId?.value, rest };
}

function roleOf({ name }: Pair): { readonly kind: (typeof KINDS)[number]; readonly rank: number } | undefined {
  return ROLES.get(name.toLowerCase());
}

function rankOf(pair: Pair): number {
  return roleOf(pair)?.rank ?? Infinity;
}
