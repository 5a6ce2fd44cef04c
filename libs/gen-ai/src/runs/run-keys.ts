import { BILLED_KINDS, RUN_KINDS, type AiSpan } from '../spans/ai-span.js';
import { readAiSpan } from '../spans/read-ai-span.js';
import { NONE, type SpanTree } from './span-tree.js';

/** The characters of the ID of a run that an application gives; longer ones are ignored. */
export const MAX_RUN_ID = 256;

/** The spans of AI work of a tree, and the run of each. */
export interface AiTree extends SpanTree {
  /** Undefined for spans that are no part of AI work. */
  readonly ai: readonly (AiSpan | undefined)[];
  /** The nearest span of AI work above each span; -1 if there is none. */
  readonly aiParents: Int32Array;
  /** The topmost span above each span, or the span itself. */
  readonly tops: Int32Array;
  /** The ID of the run of each span of AI work; '' for spans that belong to no run. */
  readonly runIds: readonly string[];
  /** The indexes of the steps of each run, in the order of the spans. */
  readonly runs: ReadonlyMap<string, readonly number[]>;
}

/**
 * Finds the run of each span: the one that the span or the nearest span above it names as `agent.run.id`, else the topmost agent or
 * workflow above it, else the trace, if it has a call of a model there.
 */
export function findRuns(tree: SpanTree): AiTree {
  const { spans, parents, topDown } = tree;
  const ai = spans.map((span) => span.ai ?? (span.isAi ? readAiSpan(span) : undefined));
  const aiParents = new Int32Array(spans.length).fill(NONE);
  const named: string[] = Array.from(spans, () => '');
  const agents = new Int32Array(spans.length).fill(NONE);
  const tops = Int32Array.from(spans.keys());
  for (const index of topDown) {
    const parent = parents[index] ?? NONE;
    const own = ai[index];
    if (parent !== NONE) {
      aiParents[index] = ai[parent] ? parent : (aiParents[parent] ?? NONE);
      named[index] = named[parent] ?? '';
      agents[index] = agents[parent] ?? NONE;
      tops[index] = tops[parent] ?? parent;
    }
    if (own && own.runId !== '' && own.runId.length <= MAX_RUN_ID) named[index] = own.runId;
    if (agents[index] === NONE && own && RUN_KINDS.has(own.kind)) agents[index] = index;
  }
  const runIds = spans.map(({ traceId }, index) => {
    const agent = spans[agents[index] ?? NONE];
    return ai[index] ? named[index] || (agent ? `${traceId}-${agent.spanId}` : traceId) : '';
  });
  return { ...tree, ai, aiParents, tops, ...keepRuns(tree, ai, runIds) };
}

/** Leaves out what is only kept together by its trace and has no call of a model, such as the tools of a server of them. */
function keepRuns(
  { spans }: SpanTree,
  ai: readonly (AiSpan | undefined)[],
  runIds: string[],
): Pick<AiTree, 'runIds' | 'runs'> {
  const runs = new Map<string, number[]>();
  for (const [index, runId] of runIds.entries()) {
    if (runId === '') continue;
    const steps = runs.get(runId);
    if (steps) steps.push(index);
    else runs.set(runId, [index]);
  }
  for (const [runId, steps] of runs) {
    const isRun = steps.some((index) => {
      const own = ai[index];
      return own && (BILLED_KINDS.has(own.kind) || own.runId === runId || spans[index]?.traceId !== runId);
    });
    if (isRun) continue;
    runs.delete(runId);
    for (const index of steps) runIds[index] = '';
  }
  return { runIds, runs };
}
