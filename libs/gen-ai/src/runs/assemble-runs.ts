import { BILLED_KINDS, RUN_KINDS, type AiSpan } from '../spans/ai-span.js';
import { BUCKETS, type Bucket, type Usage } from '../usage/buckets.js';
import { findRuns, type AiTree } from './run-keys.js';
import { findRoots } from './run-roots.js';
import { errorOf, statusOf, type ReadSpan } from './run-status.js';
import { RUN_FLAGS, type Run, type RunContext, type RunFlag, type Step, type TraceSpan } from './run.js';
import { buildSpanTree, compareText } from './span-tree.js';
import { toSteps } from './steps.js';

/**
 * Assembles the runs of agents from all spans of one or more traces. The result depends on the set of the spans, never on their order or on
 * how they were delivered, and on the time only while the end of a run is missing. Takes linear time, apart from sorting, and accepts
 * whatever was stored: cycles, repeated IDs and missing parents.
 */
export function assembleRuns(spans: readonly TraceSpan[], context: RunContext): readonly Run[] {
  const tree = findRuns(buildSpanTree(spans));
  const steps = toSteps(tree, context);
  return [...tree.runs]
    .map(([runId, indexes]) => toRun(runId, indexes, tree, steps, context))
    .sort((a, b) => compareText(a.runId, b.runId));
}

function toRun(
  runId: string,
  indexes: readonly number[],
  tree: AiTree,
  allSteps: readonly (Step | undefined)[],
  context: RunContext,
): Run {
  const steps = indexes.flatMap((index) => allSteps[index] ?? []);
  const { root, missingParents } = findRoots(indexes, tree);
  const traceIds = [...new Set(steps.map(({ traceId }) => traceId))].sort(compareText);
  const ordered = root ? [...steps.filter(({ span }) => span === root.span), ...steps] : steps;
  const first = (read: (step: Step) => string): string => ordered.map(read).find((text) => text !== '') ?? '';
  const calls = steps.filter(({ kind, isCounted }) => BILLED_KINDS.has(kind) && isCounted);
  const tools = steps.filter(({ kind, isCounted }) => kind === 'tool' && isCounted);
  const lastCall = latest(calls);
  const times = timesOf(root, steps);
  const ending = statusOf({
    root,
    lastCall,
    stated: latest(steps.filter(({ ai }) => ai.runStatus !== ''))?.ai.runStatus ?? '',
    isOpen: missingParents > 1,
    idleNs: context.now - lastArrival(traceIds, context),
  });
  const agent = root?.ai && RUN_KINDS.has(root.ai.kind) ? root.ai : undefined;
  const isBad = ending.status !== 'completed' && ending.status !== 'running';
  const error = isBad ? firstError(root, steps) : { type: '', message: '' };
  return {
    runId,
    traceIds,
    root: root?.span,
    agentName: agent?.name || first(({ kind, ai }) => (RUN_KINDS.has(kind) ? ai.name : ai.agentName)),
    agentVersion: agent?.agentVersion || first(({ ai }) => ai.agentVersion),
    conversationId: first(({ ai }) => ai.conversationId),
    distinctId: root?.span.distinctId || first(({ span, ai }) => span.distinctId || ai.personId),
    sessionId: root?.span.sessionId || first(({ span }) => span.sessionId),
    environment: root?.span.environment || first(({ span }) => span.environment),
    serviceName: root?.span.serviceName || first(({ span }) => span.serviceName),
    release: root?.span.release || first(({ span }) => span.release),
    ...ending,
    ...times,
    steps,
    llmCalls: calls.length,
    toolCalls: tools.length,
    toolErrors: tools.filter(({ isError }) => isError).length,
    ...totalsOf(steps),
    flags: flagsOf(steps, missingParents > 0, traceIds, context),
    models: distinct(calls.map(({ model }) => model)),
    providers: distinct(calls.map(({ provider }) => provider)),
    errorType: error.type,
    errorMessage: error.message,
  };
}

/** The step that ends last. */
function latest(steps: readonly Step[]): (Step & ReadSpan) | undefined {
  let found: Step | undefined;
  for (const step of steps) if (!found || endOf(step.span) >= endOf(found.span)) found = step;
  return found;
}

const endOf = ({ startNs, durationNs }: TraceSpan): bigint => startNs + durationNs;

function timesOf(
  root: ReadSpan | undefined,
  steps: readonly Step[],
): Pick<Run, 'startNs' | 'endNs' | 'timeToFirstTokenNs'> {
  let start = root?.span.startNs ?? steps[0]?.span.startNs ?? 0n;
  let end = root ? endOf(root.span) : start;
  let token: bigint | undefined;
  for (const { span, ai } of steps) {
    if (span.startNs < start) start = span.startNs;
    if (endOf(span) > end) end = endOf(span);
    const at = firstToken(span, ai);
    if (at !== undefined && (token === undefined || at < token)) token = at;
  }
  return { startNs: start, endNs: end, timeToFirstTokenNs: token === undefined ? undefined : token - start };
}

function firstToken({ startNs }: TraceSpan, { kind, timeToFirstTokenMs: ms }: AiSpan): bigint | undefined {
  if (ms === undefined || !BILLED_KINDS.has(kind) || !Number.isFinite(ms) || ms < 0) return undefined;
  return startNs + BigInt(Math.round(ms * 1e6));
}

function lastArrival(traceIds: readonly string[], { lastArrivals, now }: RunContext): bigint {
  const times = traceIds.map((traceId) => lastArrivals.get(traceId) ?? now);
  return times.reduce((last, time) => (time > last ? time : last), times[0] ?? now);
}

/** The error of the root, or of the last step that failed. */
function firstError(
  root: ReadSpan | undefined,
  steps: readonly Step[],
): { readonly type: string; readonly message: string } {
  const own = root ? errorOf(root) : { type: '', message: '' };
  if (own.type !== '' || own.message !== '') return own;
  const failed = latest(steps.filter(({ isError, kind }) => isError && kind !== 'tool'));
  return failed ? errorOf(failed) : own;
}

function totalsOf(steps: readonly Step[]): Pick<Run, 'usage' | 'cost' | 'unpricedCalls'> {
  const usage: Partial<Record<Bucket, number>> = {};
  let cost: bigint | undefined;
  let unpricedCalls = 0;
  for (const step of steps) {
    if (step.isUnpriced) unpricedCalls++;
    if (!step.isCounted || (step.price === undefined && !step.isUnpriced)) continue;
    for (const bucket of BUCKETS) {
      const count = step.usage[bucket];
      if (count !== undefined) usage[bucket] = (usage[bucket] ?? 0) + count;
    }
    if (step.price?.cost !== undefined) cost = (cost ?? 0n) + step.price.cost;
  }
  return { usage: usage satisfies Usage, cost, unpricedCalls };
}

function flagsOf(
  steps: readonly Step[],
  isMissing: boolean,
  traceIds: readonly string[],
  { cutTraces }: RunContext,
): RunFlag[] {
  const flags = new Set(steps.flatMap((step) => step.flags));
  if (isMissing) flags.add('missing_parents');
  if (traceIds.some((traceId) => cutTraces.has(traceId))) flags.add('spans_cut');
  return RUN_FLAGS.filter((flag) => flags.has(flag));
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text) => text !== ''))].sort(compareText);
}
