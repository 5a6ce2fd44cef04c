import { BILLED_KINDS, type AiSpan } from '../spans/ai-span.js';
import type { Usage } from '../usage/buckets.js';
import { countUsage, type CountedUsage } from './counted-usage.js';
import { isPrivateAddress } from './private-address.js';
import type { AiTree } from './run-keys.js';
import { isFailed } from './run-status.js';
import { stepKey, type RunContext, type RunFlag, type Step, type StepPrice } from './run.js';
import { NONE } from './span-tree.js';
import { findToolCalls } from './tool-calls.js';

/** The steps of all runs by the index of their span; undefined for spans that are no step. */
export function toSteps(tree: AiTree, context: RunContext): readonly (Step | undefined)[] {
  const { spans, ai, aiParents, runIds } = tree;
  const counted = countUsage(tree);
  const isError = spans.map((span, index) => isFailed({ span, ai: ai[index] }));
  const tools = findToolCalls(tree, (index) => isError[index] ?? false);
  const models = modelsInside(tree);
  return spans.map((span, index) => {
    const own = ai[index];
    const runId = runIds[index] ?? '';
    if (!own || runId === '') return undefined;
    const parent = aiParents[index] ?? NONE;
    const isCounted = (own.kind === 'tool' ? tools.counted[index] : 0) === 1 || counted.counted[index] === 1;
    const isUsageCounted = counted.counted[index] === 1;
    const call = callOf(own, models.get(index));
    const usage = counted.usage[index] ?? {};
    const price = isUsageCounted
      ? priceOf(span.traceId, span.spanId, call, usage, Number(span.startNs / 1_000_000n), context)
      : undefined;
    const isCall = counted.calls[index] === 1;
    return {
      traceId: span.traceId,
      spanId: span.spanId,
      runId,
      parentSpanId: parent !== NONE && runIds[parent] === runId ? (spans[parent]?.spanId ?? '') : '',
      kind: own.kind,
      ai: own,
      span,
      isError:
        own.kind === 'tool' && tools.counted[index] === 1 ? tools.failed[index] === 1 : (isError[index] ?? false),
      model: call.model,
      provider: call.provider,
      usage,
      isCounted: isCounted || isCall,
      price,
      isUnpriced: isUsageCounted ? price?.cost === undefined || price.isPartial : isCall && !isError[index],
      flags: flagsOf(index, own, counted, price, span.droppedAttributes),
    };
  });
}

type Call = Pick<AiSpan, 'provider' | 'serviceTier' | 'serverAddress'> & { readonly model: string };

/** What is priced: a span around calls of one model has their model and provider, if it names none. */
function callOf(own: AiSpan, inside: Call | undefined): Call {
  const model = own.responseModel || own.requestModel;
  const { provider, serviceTier, serverAddress } = own;
  if (model !== '' || BILLED_KINDS.has(own.kind) || !inside) return { provider, model, serviceTier, serverAddress };
  return inside;
}

/** The model of the calls inside each span, where they have only one. */
function modelsInside({ ai, aiParents, topDown }: AiTree): Map<number, Call> {
  const inside = new Map<number, Call>();
  const several = new Set<number>();
  for (let place = topDown.length - 1; place >= 0; place--) {
    const index = topDown[place] ?? NONE;
    const [own, parent] = [ai[index], aiParents[index] ?? NONE];
    if (!own || parent === NONE) continue;
    const model = own.responseModel || own.requestModel;
    const { provider, serviceTier, serverAddress } = own;
    const call =
      model !== '' && BILLED_KINDS.has(own.kind) ? { provider, model, serviceTier, serverAddress } : inside.get(index);
    if (several.has(index)) several.add(parent);
    if (!call) continue;
    const other = inside.get(parent);
    if (other && (other.model !== call.model || other.provider !== call.provider)) several.add(parent);
    inside.set(parent, other ?? call);
  }
  for (const index of several) inside.delete(index);
  return inside;
}

function priceOf(
  traceId: string,
  spanId: string,
  { provider, model, serviceTier, serverAddress }: Call,
  usage: Usage,
  instant: number,
  { storedPrices, price }: RunContext,
): StepPrice | undefined {
  const stored = storedPrices.get(stepKey(traceId, spanId));
  if (stored && stored.provider === provider && stored.model === model && isSameUsage(stored.usage, usage)) {
    const { priceId, cost, isTierUnpriced, isProviderInferred, isPartial } = stored;
    return { priceId, cost, isTierUnpriced, isProviderInferred, isPartial };
  }
  return price({ provider, model, serviceTier, instant, isPrivate: isPrivateAddress(serverAddress) }, usage);
}

function isSameUsage(a: Usage, b: Usage): boolean {
  const [one, other] = [Object.entries(a), Object.keys(b)];
  return one.length === other.length && one.every(([bucket, count]) => b[bucket as keyof Usage] === count);
}

function flagsOf(
  index: number,
  own: AiSpan,
  counted: CountedUsage,
  price: StepPrice | undefined,
  droppedAttributes: number,
): RunFlag[] {
  const isCounted = counted.counted[index] === 1;
  const flags: RunFlag[] = [];
  if (isCounted && !BILLED_KINDS.has(own.kind)) flags.push('usage_from_aggregate');
  if (counted.aggregateMismatches[index] === 1) flags.push('aggregate_mismatch');
  if (isCounted && counted.mismatches[index] === 1) flags.push('usage_mismatch');
  if (price?.isTierUnpriced) flags.push('tier_unpriced');
  if (price?.isProviderInferred) flags.push('provider_inferred');
  if (droppedAttributes > 0) flags.push('incomplete_attributes');
  return flags;
}
