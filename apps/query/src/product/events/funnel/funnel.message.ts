import type { MessageInitShape } from '@bufbuild/protobuf';
import type { EventFunnelSchema, EventFunnelStepSchema, EventsFunnelResponseSchema } from '@svc/contract';
import { NONE, OTHER } from '../breakdown.js';
import type { FunnelRow } from './funnel.query.js';
import type { CountedFunnel } from './funnel.service.js';

type Funnel = MessageInitShape<typeof EventFunnelSchema>;

const NANOSECONDS_PER_MS = 1e6;

export function toFunnels({
  counting,
  values,
  rows,
}: CountedFunnel): MessageInitShape<typeof EventsFunnelResponseSchema> {
  const bySlot = Map.groupBy(rows, ({ slot }) => slot);
  const funnelOf = (slot: number, breakdown: Pick<Funnel, 'breakdownValue' | 'breakdownKind'>): Funnel => {
    const own = bySlot.get(slot) ?? [];
    return { ...breakdown, steps: counting.steps.map(({ event }, index) => stepOf(event, index + 1, own)) };
  };
  if (!counting.breakdown) return { funnels: [funnelOf(0, {})] };
  const rest = [
    { slot: 0, ...OTHER },
    { slot: -1, ...NONE },
  ].filter(({ slot }) => bySlot.has(slot));
  return {
    funnels: [
      ...values.map(({ value }, index) => funnelOf(index + 1, { breakdownValue: value, breakdownKind: 'value' })),
      ...rest.map(({ slot, ...breakdown }) => funnelOf(slot, breakdown)),
    ],
  };
}

function stepOf(
  event: string,
  step: number,
  rows: readonly FunnelRow[],
): MessageInitShape<typeof EventFunnelStepSchema> {
  const countOf = (sought: number): number => Number(rows.find((row) => row.step === sought)?.persons ?? 0);
  const rate = (of: number): number => (of === 0 ? 0 : countOf(step) / of);
  const row = rows.find((candidate) => candidate.step === step);
  const median = (nanoseconds: number | null | undefined): number | undefined =>
    step === 1 || nanoseconds === null || nanoseconds === undefined ? undefined : nanoseconds / NANOSECONDS_PER_MS;
  const [fromPrevious, fromStart] = [median(row?.from_previous), median(row?.from_start)];
  return {
    event,
    count: BigInt(countOf(step)),
    conversionRate: rate(countOf(1)),
    stepConversionRate: rate(countOf(Math.max(1, step - 1))),
    ...(fromPrevious !== undefined && { medianFromPreviousMs: fromPrevious }),
    ...(fromStart !== undefined && { medianFromStartMs: fromStart }),
  };
}
