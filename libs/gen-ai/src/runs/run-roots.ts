import { RUN_KINDS } from '../spans/ai-span.js';
import type { AiTree } from './run-keys.js';
import type { ReadSpan } from './run-status.js';
import { NONE } from './span-tree.js';

export interface RunRoots {
  /** Of several roots, the one that ends last; undefined if none was received. */
  readonly root: ReadSpan | undefined;
  /** Different spans that are missing above the steps. */
  readonly missingParents: number;
}

/**
 * Finds the span that ends a run: its topmost agent or workflow, or else the root of the trace. A run that an application gives an ID has
 * one in each of its traces.
 */
export function findRoots(steps: readonly number[], tree: AiTree): RunRoots {
  const { spans, ai, aiParents, tops, orphans, runIds } = tree;
  const roots = new Set<number>();
  const missing = new Set<string>();
  for (const index of steps) {
    const parent = aiParents[index] ?? NONE;
    const top = tops[index] ?? index;
    if (orphans[top]) missing.add(`${spans[top]?.traceId ?? ''}${spans[top]?.parentSpanId ?? ''}`);
    if (parent !== NONE && runIds[parent] === runIds[index]) continue;
    const kind = ai[index]?.kind;
    if (parent !== NONE || (kind && RUN_KINDS.has(kind))) roots.add(index);
    else if (!orphans[top]) roots.add(top);
  }
  let found: number | undefined;
  for (const index of [...roots].sort((a, b) => a - b))
    if (found === undefined || endAt(index) >= endAt(found)) found = index;
  const span = found === undefined ? undefined : spans[found];
  return { root: span && { span, ai: ai[found ?? NONE] }, missingParents: missing.size };

  function endAt(index: number): bigint {
    const span = spans[index];
    return span ? span.startNs + span.durationNs : 0n;
  }
}
