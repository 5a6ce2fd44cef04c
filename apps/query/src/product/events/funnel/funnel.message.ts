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
  const toFunnel = (slot: number, breakdown: Pick<Funnel, 'breakdownValue' | 'breakdownKind'>): Funnel => {
    const own = bySlot.get(slot) ?? [];
    return { ...breakdown, steps: counting.steps.map(({ event }, index) => toStep(event, index + 1, own)) };
  };
  if (!counting.breakdown) return { funnels: [toFunnel(0, {})] };
  const rest = [
    { slot: 0, ...OTHER },
    { slot: -1, ...NONE },
  ].filter(({ slot }) => bySlot.has(slot));
  return {
    funnels: [
      ...values.map(({ value }, index) => toFunnel(index + 1, { breakdownValue: value, breakdownKind: 'value' })),
      ...rest.map(({ slot, ...breakdown }) => toFunnel(slot, breakdown)),
    ],
  };
}

function toStep(
  event: string,
  step: number,
  rows: readonly FunnelRow[],
): MessageInitShape<typeof EventFunnelStepSchema> {
  const countPersons = (sought: number): number => Number(rows.find((row) => row.step === sought)?.persons ?? 0);
  const rate = (of: number): number => (of === 0 ? 0 : countPersons(step) / of);
  const row = rows.find((candidate) => candidate.step === step);
  const median = (nanoseconds: number | null | undefined): number | undefined =>
    step === 1 || nanoseconds === null || nanoseconds === undefined ? undefined : nanoseconds / NANOSECONDS_PER_MS;
  const [fromPrevious, fromStart] = [median(row?.from_previous), median(row?.from_start)];
  return {
    event,
    count: BigInt(countPersons(step)),
    conversionRate: rate(countPersons(1)),
    stepConversionRate: rate(countPersons(Math.max(1, step - 1))),
    ...(fromPrevious !== undefined && { medianFromPreviousMs: fromPrevious }),
    ...(fromStart !== undefined && { medianFromStartMs: fromStart }),
  };
}
