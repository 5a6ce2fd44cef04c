/** What is known of a trace's wholeness. */
export interface TraceShape {
  readonly roots: number;
  /** Spans whose parent is not among the spans. */
  readonly missing: number;
}

const NO_PARENT = '0'.repeat(16);

export function shapeOf(spans: readonly { readonly span: string; readonly parent: string }[]): TraceShape {
  const ids = new Set(spans.map(({ span }) => span));
  let roots = 0;
  let missing = 0;
  for (const { parent } of spans) {
    if (parent === NO_PARENT) roots++;
    else if (!ids.has(parent)) missing++;
  }
  return { roots, missing };
}
