import type { Message, MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { LlmPriceSchema } from '@svc/contract';
import type { CatalogModel, Period } from '@svc/gen-ai';
import type { LlmPriceOverride } from '@svc/relational';
import { toRateFields } from './rates.js';
import { fromStoredRates } from './stored-rates.js';

export type PriceMessage = Exclude<MessageInitShape<typeof LlmPriceSchema>, Message>;

export function fromOverride(row: LlmPriceOverride): PriceMessage {
  const { projectId: _, rates, effectiveFrom, effectiveUntil, createdAt, ...same } = row;
  return {
    ...same,
    source: 'override',
    currency: 'USD',
    ...toRateFields(fromStoredRates(rates)),
    effectiveFrom: timestampFromDate(effectiveFrom),
    ...(effectiveUntil && { effectiveUntil: timestampFromDate(effectiveUntil) }),
    createdAt: timestampFromDate(createdAt),
  };
}

export function fromCatalog({ provider, model }: CatalogModel, { name, price }: Period): PriceMessage {
  const period = name === '' ? {} : { period: name };
  return { id: price.id, source: 'catalog', provider, model, currency: 'USD', ...period, ...toRateFields(price.rates) };
}
