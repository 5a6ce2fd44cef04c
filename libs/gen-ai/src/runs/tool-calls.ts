import type { AiSpan } from '../spans/ai-span.js';
import type { AiTree } from './run-keys.js';
import { compare, NONE } from './span-tree.js';

export interface ToolCalls {
  /** 1 for the outermost span of each call of a tool. */
  readonly counted: Uint8Array;
  /** 1 for counted spans whose call failed according to its innermost span. */
  readonly failed: Uint8Array;
}

/**
 * Finds the calls of tools, each of which up to three spans report: that of the framework, of the client and of the server. They are one if
 * they have the same ID of the call in a run, are directly nested with the same name, or overlap in time, have the same name under the same
 * call of a model, and come from different instrumentations.
 */
export function findToolCalls(tree: AiTree, isError: (index: number) => boolean): ToolCalls {
  const { spans, ai, topDown } = tree;
  const heads = new Int32Array(spans.length).fill(NONE);
  joinNested(tree, heads);
  joinNamed(tree, heads);
  joinSiblings(tree, heads);
  const counted = new Uint8Array(spans.length);
  const failed = new Uint8Array(spans.length);
  const innermost = new Map<number, number>();
  // Top down, so that the last span of a call is the innermost one.
  for (const index of topDown) if (ai[index]?.kind === 'tool') innermost.set(find(heads, index), index);
  for (const [head, inner] of innermost) {
    counted[head] = 1;
    failed[head] = Number(isError(inner));
  }
  return { counted, failed };
}

function joinNested({ ai, aiParents, runIds, topDown }: AiTree, heads: Int32Array): void {
  for (const index of topDown) {
    const own = ai[index];
    if (own?.kind !== 'tool') continue;
    heads[index] = index;
    const parent = aiParents[index] ?? NONE;
    const outer = ai[parent];
    if (outer?.kind !== 'tool' || runIds[parent] !== runIds[index]) continue;
    const isSameId = outer.toolCallId === '' || own.toolCallId === '' || outer.toolCallId === own.toolCallId;
    const isSameName = nameOf(outer) === '' || nameOf(own) === '' || nameOf(outer) === nameOf(own);
    if (isSameId && isSameName) heads[index] = find(heads, parent);
  }
}

/** Joins the calls with the same ID, whose first one is the outermost. */
function joinNamed({ ai, runIds, topDown }: AiTree, heads: Int32Array): void {
  const byId = new Map<string, number>();
  for (const index of topDown) {
    const own = ai[index];
    if (own?.kind !== 'tool' || own.toolCallId === '') continue;
    const key = JSON.stringify([runIds[index], own.toolCallId]);
    const first = byId.get(key);
    if (first === undefined) byId.set(key, find(heads, index));
    else join(heads, first, index);
  }
}

/** Joins the n-th call of one instrumentation with the n-th of another, where both may be the same. */
function joinSiblings({ spans, ai, aiParents, runIds }: AiTree, heads: Int32Array): void {
  const groups = new Map<string, Map<string, number[]>>();
  for (const [index, own] of ai.entries()) {
    if (own?.kind !== 'tool' || find(heads, index) !== index || nameOf(own) === '') continue;
    const key = JSON.stringify([runIds[index], nameOf(own), aiParents[index]]);
    const scopes = groups.get(key) ?? new Map<string, number[]>();
    const scope = spans[index]?.scopeName ?? '';
    const calls = scopes.get(scope);
    if (calls) calls.push(index);
    else scopes.set(scope, [index]);
    groups.set(key, scopes);
  }
  for (const scopes of groups.values()) {
    const [first = [], ...others] = [...scopes.values()];
    for (const other of others) {
      for (const [place, index] of other.entries()) {
        const partner = first[place];
        if (partner !== undefined && mayBeSame(partner, index)) join(heads, partner, index);
      }
    }
  }

  function mayBeSame(a: number, b: number): boolean {
    const [one, other] = [spans[a], spans[b]];
    const [oneId, otherId] = [ai[a]?.toolCallId, ai[b]?.toolCallId];
    if (!one || !other || (oneId !== '' && otherId !== '')) return false;
    return (
      compare(one.startNs, other.startNs + other.durationNs) <= 0 &&
      compare(other.startNs, one.startNs + one.durationNs) <= 0
    );
  }
}

const nameOf = ({ toolName, name }: AiSpan): string => toolName || name;

function join(heads: Int32Array, first: number, index: number): void {
  const [one, other] = [find(heads, first), find(heads, index)];
  if (one !== other) heads[other] = one;
}

/** The first span of the call, with the path to it shortened. */
function find(heads: Int32Array, index: number): number {
  let at = index;
  while (heads[at] !== at) {
    heads[at] = heads[heads[at] ?? at] ?? at;
    at = heads[at] ?? at;
  }
  return at;
}
