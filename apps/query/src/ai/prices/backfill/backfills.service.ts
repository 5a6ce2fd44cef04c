import { randomUUID } from 'node:crypto';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { LlmBackfillSchema, LlmPricingSetRequest } from '@svc/contract';
import { COST_DECIMALS, formatMoney, type Override } from '@svc/gen-ai';
import type { ProjectReader } from '@svc/reading/project-reader';
import { fromMilliseconds, toTimestamp, type TimeRange } from '@svc/reading/time';
import type { LlmPriceOverride, Relational } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { enqueue } from '@svc/work';
import { toKey } from '../override-key.js';
import { PriceOverrides, toOverride } from '../price-overrides.js';
import { fromOverride, type PriceMessage } from '../price.message.js';
import { readRates } from '../rates.js';
import { toStoredRates } from '../stored-rates.js';
import { PRICE_BACKFILLS } from './backfill-queue.js';
import { findRepricedCalls } from './repriced-calls.js';

/** Prices stored calls again with a price that is set for the past. */
@Injectable()
export class BackfillsService {
  constructor(
    private readonly overrides: PriceOverrides,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Sets a price and starts its backfill, or only counts the calls.
   *
   * @param setPrice sets the price of the request.
   * @throws ServiceError invalid_request, and what `setPrice` throws.
   */
  async set(
    request: LlmPricingSetRequest,
    createdBy: string,
    reader: ProjectReader,
    setPrice: () => Promise<PriceMessage>,
  ): Promise<PriceMessage> {
    const { projectId, projectNumber, retention } = reader.scope;
    const now = new Date(this.clock());
    const begin = request.effectiveFrom && timestampDate(request.effectiveFrom);
    if (!begin || begin >= now) throw invalidField('effective_from', 'must be in the past for a backfill');
    const to = fromMilliseconds(now.getTime());
    const from = fromMilliseconds(begin.getTime());
    const during = { from: from < to - retention ? to - retention : from, to };
    if (request.dryRun) {
      const price = toDraft(request, projectId, createdBy, begin, now);
      const overrides = withDraft(await this.overrides.overridesOf(projectId), toOverride(price), now.getTime());
      const { id: _, ...message } = fromOverride(price);
      return { ...message, backfill: await count(price.id, during, overrides, reader) };
    }
    const price = await setPrice();
    const priceId = price.id ?? '';
    const backfill = await count(priceId, during, await this.overrides.overridesOf(projectId), reader);
    const payload = { projectNumber, priceId, from: begin.getTime(), to: now.getTime() };
    await this.relational.client.$transaction((tx) =>
      enqueue(tx, PRICE_BACKFILLS, { key: priceId, payload, projectId, now }),
    );
    return { ...price, backfill };
  }
}

async function count(
  priceId: string,
  during: TimeRange,
  overrides: readonly Override[],
  reader: ProjectReader,
): Promise<MessageInitShape<typeof LlmBackfillSchema>> {
  const found = await findRepricedCalls(priceId, during, overrides, reader);
  return {
    startTime: toTimestamp(during.from),
    endTime: toTimestamp(during.to),
    calls: found.count,
    unpricedCalls: found.unpriced,
    costBefore: formatMoney(found.before, COST_DECIMALS),
    costAfter: formatMoney(found.after, COST_DECIMALS),
  };
}

/** The row that setting the price would insert. */
function toDraft(
  request: LlmPricingSetRequest,
  projectId: string,
  createdBy: string,
  effectiveFrom: Date,
  createdAt: Date,
): LlmPriceOverride {
  const rates = toStoredRates(readRates(request));
  const own = { id: randomUUID(), version: 0n, rates, effectiveFrom, effectiveUntil: null, createdBy, createdAt };
  return { ...toKey(projectId, request), ...own };
}

/** The overrides as they would be with another one: those with the same key end when it begins. */
function withDraft(overrides: readonly Override[], draft: Override, now: number): Override[] {
  const isSame = (one: Override): boolean =>
    one.provider === draft.provider && one.model === draft.model && one.serviceTier === draft.serviceTier;
  const ended = overrides.map((one) => {
    const { effectiveFrom, effectiveUntil = Infinity } = one;
    if (!isSame(one) || effectiveUntil <= now) return one;
    return { ...one, effectiveUntil: Math.max(effectiveFrom, Math.min(draft.effectiveFrom, effectiveUntil)) };
  });
  return [...ended, draft];
}
