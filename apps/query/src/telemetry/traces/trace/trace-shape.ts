import type { SpanRow } from './spans.query.js';

/** The completeness of a trace. */
export interface TraceShape {
  readonly roots: number;
  /** Number of spans whose parent is not among the spans. */
  readonly missing: number;
}

const NO_PARENT = '0'.repeat(16);

type LinkedSpan = Pick<SpanRow, 'span_id_hex' | 'parent_span_id_hex'>;

export function toTraceShape(spans: readonly LinkedSpan[]): TraceShape {
  const ids = new Set(spans.map((span) => span.span_id_hex));
  let roots = 0;
  let missing = 0;
  for (const { parent_span_id_hex: parent } of spans) {
    if (parent === NO_PARENT) roots++;
    else if (!ids.has(parent)) missing++;
  }
  return { roots, missing };
}
