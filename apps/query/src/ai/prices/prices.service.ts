import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { LlmPricingDeleteRequest, LlmPricingListRequest, LlmPricingSetRequest } from '@svc/contract';
import { keysetList, type Cursors } from '@svc/pagination';
import { CLOCK, CURSORS, type Clock } from '@svc/runtime';
import { changeVersioned, invalidField } from '@svc/service-error';
import { toKey } from './override-key.js';
import { OverridesRepository } from './overrides.repository.js';
import { listCatalogPrices, listOverrides } from './price-list.js';
import { PriceOverrides } from './price-overrides.js';
import { fromOverride, type PriceMessage } from './price.message.js';
import { readRates } from './rates.js';
import { toStoredRates } from './stored-rates.js';

const PAGE = { default: 50, max: 200 };
const ORDER = { sort: 'source, provider, model', key: { place: 'string' } } as const;

@Injectable()
export class PricesService {
  constructor(
    private readonly repository: OverridesRepository,
    private readonly overrides: PriceOverrides,
    @Inject(CURSORS) private readonly cursors: Cursors,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(projectId: string, { includeEnded, ...request }: LlmPricingListRequest) {
    const { provider, model, search, source } = request;
    const filters = { provider, model, search, source };
    const now = new Date(this.clock());
    const { rows, pagination } = await keysetList(this.cursors, {
      operation: 'llm.pricing_list',
      projectId,
      filters: { ...filters, includeEnded },
      order: ORDER,
      limits: PAGE,
      request,
      read: async (after, take) => {
        const own = await this.repository.list(projectId, includeEnded ? undefined : now);
        const all = [...listOverrides(own, filters), ...(await listCatalogPrices(own, filters, now.getTime()))];
        const first = after ? all.findIndex(({ place }) => place > after.place) : 0;
        return first === -1 ? [] : all.slice(first, first + take);
      },
    });
    return { prices: rows.map(({ toMessage }) => toMessage()), pagination };
  }

  /** @throws ServiceError invalid_request, quota_exceeded, version_conflict */
  async set(projectId: string, createdBy: string, request: LlmPricingSetRequest): Promise<PriceMessage> {
    const { effectiveFrom, expectedVersion } = request;
    const rates = toStoredRates(readRates(request));
    const begin = effectiveFrom && timestampDate(effectiveFrom);
    if (begin && begin.getTime() < 0) throw invalidField('effective_from', 'must not be before 1970');
    const key = toKey(projectId, request);
    const createdAt = new Date(this.clock());
    const set = await this.repository.set(
      { ...key, rates, effectiveFrom: begin, createdBy, createdAt },
      expectedVersion,
    );
    this.overrides.forget(projectId);
    return fromOverride(set);
  }

  /** @throws ServiceError not_found, version_conflict */
  async delete(projectId: string, request: LlmPricingDeleteRequest): Promise<void> {
    const key = toKey(projectId, request);
    const now = new Date(this.clock());
    await changeVersioned(this.repository.end(key, request.expectedVersion, now), () => this.repository.find(key, now));
    this.overrides.forget(projectId);
  }
}
