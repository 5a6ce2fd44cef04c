import type { ReactNode } from 'react';
import { useApiPages } from '../../api/hooks.js';
import type { LlmPrice, LlmPricingListResponse } from '../../gen/api.js';
import { Cell, Rows, type Column } from '../../rows/rows.js';
import { usePagedRows } from '../../rows/use-paged-rows.js';
import { SearchField } from '../../search/search-field.js';
import { formatCost } from '../../time/amounts.js';
import { Badge } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import type { TabProps } from '../tab-props.js';

const PAGE_SIZE = 100;
const COLUMNS: readonly Column[] = [
  { label: 'Model', width: 'minmax(160px, 2fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'Provider', width: 'minmax(90px, 1fr)', isOptional: true },
  { label: 'Input', width: '90px', narrowWidth: '72px', isNumber: true },
  { label: 'Output', width: '90px', narrowWidth: '72px', isNumber: true },
  { label: 'Cache read', width: '90px', isOptional: true, isNumber: true },
  { label: 'Cache write', width: '90px', isOptional: true, isNumber: true },
  { label: 'Price of', width: '150px', isOptional: true },
];

/** The prices that apply to calls of models, in US dollars for a million tokens. */
export function PricesTab({ state, update }: TabProps): ReactNode {
  const { q } = state;
  const pages = useApiPages('GET /llm/pricing', { query: { ...(q !== '' && { search: q }), limit: PAGE_SIZE } });
  const { error, refetch } = pages;
  const { rows, isEmpty, onEnd, foot } = usePagedRows(pages, toRows);
  return (
    <>
      <div>
        <SearchField
          label="Search prices"
          placeholder="Model or provider contains"
          value={q}
          onSubmit={(text) => update({ q: text }, { replace: true })}
        />
      </div>
      <p>
        US dollars for a million tokens. Prices of the project come before those of the catalog;{' '}
        <code>svc llm pricing set</code> changes them.
      </p>
      {error && rows.length === 0 && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {isEmpty && (
        <Empty title="No prices" text={<OutsideText text={`No price is known of a model that contains “${q}”.`} />}>
          <Button onClick={() => update({ q: '' })}>Show all prices</Button>
        </Empty>
      )}
      {!isEmpty && !(error && rows.length === 0) && (
        <Rows
          label="Prices"
          rows={rows}
          columns={COLUMNS}
          getId={getId}
          renderCells={(price) => <PriceCells price={price} />}
          onEnd={onEnd}
          foot={foot}
        />
      )}
    </>
  );
}

function PriceCells({ price }: { readonly price: LlmPrice }): ReactNode {
  const { model, provider, source, tiers, service_tier: tier, period } = price;
  const more = tiers.map(({ min_input_tokens: min }) => `another price from ${min} input tokens`).join(', ');
  return (
    <>
      <Cell>
        <span title={more === '' ? undefined : more}>
          <OutsideText text={[model, tier, period].filter(Boolean).join(' · ')} limit={160} />
          {more !== '' && ' +'}
        </span>
      </Cell>
      <Cell isOptional>
        <OutsideText text={provider} limit={80} />
      </Cell>
      <Cell isNumber>{toMillion(price.input_cost_per_token)}</Cell>
      <Cell isNumber>{toMillion(price.output_cost_per_token)}</Cell>
      <Cell isNumber isOptional>
        {toMillion(price.cache_read_cost_per_token)}
      </Cell>
      <Cell isNumber isOptional>
        {toMillion(price.cache_write_cost_per_token)}
      </Cell>
      <Cell isOptional>
        <Badge tone={source === 'override' ? 'info' : 'neutral'}>
          {source === 'override' ? 'the project' : 'the catalog'}
        </Badge>
        {price.shadowed_by !== undefined && ' not applied'}
      </Cell>
    </>
  );
}

function toMillion(rate: string | undefined): string {
  return rate === undefined ? '–' : formatCost(Number(rate) * 1e6);
}

function getId({ id }: LlmPrice): string {
  return id;
}

function toRows({ prices }: LlmPricingListResponse): LlmPricingListResponse['prices'] {
  return prices;
}
