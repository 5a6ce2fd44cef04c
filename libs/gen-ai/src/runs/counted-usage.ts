import { BILLED_KINDS, type AiSpan } from '../spans/ai-span.js';
import { inputTokens, outputTokens, type Usage } from '../usage/buckets.js';
import { toDisjointUsage } from '../usage/disjoint-usage.js';
import { expectedInputMode } from '../usage/input-mode.js';
import type { ReportedUsage } from '../usage/reported-usage.js';
import type { AiTree } from './run-keys.js';
import type { TraceSpan } from './run.js';
import { NONE } from './span-tree.js';

/** The share by which an agent's own usage may differ from that of the calls inside it. */
const TOLERANCE = 0.01;

export interface CountedUsage {
  /** By index of the span; empty for spans that report none. */
  readonly usage: readonly Usage[];
  /** 1 for spans whose usage is that of the run. */
  readonly counted: Uint8Array;
  /** 1 for counted calls of models. */
  readonly calls: Uint8Array;
  /** 1 for spans whose numbers contradict each other. */
  readonly mismatches: Uint8Array;
  /** 1 for spans that enclose calls of another usage than their own. */
  readonly aggregateMismatches: Uint8Array;
}

/**
 * Decides which usage counts, so that each token counts once: that of calls of models, and that of the spans around them only where no span
 * inside reports any. A call inside a call, as a gateway reports it, is the same call.
 */
export function countUsage(tree: AiTree): CountedUsage {
  const { spans, ai, aiParents, runIds, topDown } = tree;
  const mismatches = new Uint8Array(spans.length);
  const usage = ai.map((own, index) => {
    const span = spans[index];
    const read = own && span ? readUsage(own, span) : NO_USAGE;
    mismatches[index] = Number(read.isMismatch);
    return read.usage;
  });
  const tokens = Float64Array.from(usage, (own, index) =>
    ai[index]?.usage ? inputTokens(own) + outputTokens(own) : NONE,
  );
  const counted = new Uint8Array(spans.length);
  const aggregateMismatches = new Uint8Array(spans.length);
  const repeats = findRepeats(tree, tokens);
  /** The tokens that are counted inside each span; -1 if no span inside has usage. */
  const inside = new Float64Array(spans.length).fill(NONE);
  for (let place = topDown.length - 1; place >= 0; place--) {
    const index = topDown[place] ?? NONE;
    const own = ai[index];
    if (!own) continue;
    const stated = tokens[index] ?? NONE;
    const below = inside[index] ?? NONE;
    const isBilled = BILLED_KINDS.has(own.kind);
    if (stated !== NONE && !repeats[index] && (isBilled || below === NONE)) counted[index] = 1;
    if (stated !== NONE && !isBilled && below !== NONE) aggregateMismatches[index] = Number(differs(stated, below));
    const total = sum(below, counted[index] ? stated : NONE);
    const parent = aiParents[index] ?? NONE;
    if (parent !== NONE && runIds[parent] === runIds[index]) inside[parent] = sum(inside[parent] ?? NONE, total);
  }
  const calls = Uint8Array.from(ai, (own, index) => Number(own && BILLED_KINDS.has(own.kind) && !repeats[index]));
  return { usage, counted, calls, mismatches, aggregateMismatches };
}

const NO_USAGE = { usage: {}, isMismatch: false };

function readUsage(
  own: AiSpan,
  { scopeName, scopeVersion }: TraceSpan,
): { readonly usage: Usage; readonly isMismatch: boolean } {
  const reported = reportedBy(own);
  return reported ? toDisjointUsage(reported, expectedInputMode(scopeName, scopeVersion, own.provider)) : NO_USAGE;
}

/** What a span reports for itself; a span around calls may also report their sum. */
function reportedBy({ kind, usage, aggregateUsage }: AiSpan): ReportedUsage | undefined {
  return BILLED_KINDS.has(kind) ? usage : (aggregateUsage ?? usage);
}

/** Of a call that is reported by nested spans, the outermost one that has usage counts; marks the others. */
function findRepeats({ spans, ai, aiParents, runIds, topDown }: AiTree, tokens: Float64Array): Uint8Array {
  const repeats = new Uint8Array(spans.length);
  /** The span that counts for the call of each span. */
  const heads = new Int32Array(spans.length).fill(NONE);
  for (const index of topDown) {
    const own = ai[index];
    if (!own || !BILLED_KINDS.has(own.kind)) continue;
    heads[index] = index;
    const parent = aiParents[index] ?? NONE;
    const head = heads[parent] ?? NONE;
    const outer = ai[head];
    if (!outer || runIds[parent] !== runIds[index] || !isSameCall(outer, own, tokens[head] === tokens[index])) continue;
    const [kept, repeated] = !outer.usage && own.usage ? [index, head] : [head, index];
    repeats[repeated] = 1;
    heads[index] = kept;
    heads[head] = kept;
  }
  return repeats;
}

/** Nested calls are the same if their answers have the same ID or, where one has none, if they have the same usage or only one has any. */
function isSameCall(outer: AiSpan, inner: AiSpan, isSameUsage: boolean): boolean {
  if (outer.responseId !== '' && inner.responseId !== '') return outer.responseId === inner.responseId;
  if (outer.kind !== inner.kind) return false;
  return !outer.usage || !inner.usage || isSameUsage;
}

function sum(a: number, b: number): number {
  if (a === NONE) return b;
  return b === NONE ? a : a + b;
}

function differs(stated: number, counted: number): boolean {
  return Math.abs(stated - counted) > TOLERANCE * Math.max(stated, counted);
}
