import { useState, type ReactNode } from 'react';
import { useApiPages } from '../../api/hooks.js';
import type { LlmPrice, LlmPricingListResponse } from '../../gen/api.js';
import { Rows, type Column } from '../../rows/rows.js';
import { usePagedRows } from '../../rows/use-paged-rows.js';
import { SearchField } from '../../search/search-field.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/controls/button.js';
import { ToggleChip } from '../../ui/controls/toggle-chip.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import type { TabProps } from '../tab-props.js';
import { EndPrice } from './prices/end-price.js';
import { PriceCells } from './prices/price-cells.js';
import { PriceDialog } from './prices/price-dialog.js';
import { findOwn, toPriceDraft, type PriceBase } from './prices/price-draft.js';
import classes from './prices/prices.module.css';

const PAGE_SIZE = 100;
const COLUMNS: readonly Column[] = [
  { label: 'Model', width: 'minmax(160px, 2fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'Provider', width: 'minmax(90px, 1fr)', isOptional: true },
  { label: 'Input', width: '90px', narrowWidth: '64px', isNumber: true },
  { label: 'Output', width: '90px', narrowWidth: '64px', isNumber: true },
  { label: 'Cache read', width: '90px', isOptional: true, isNumber: true },
  { label: 'Cache write', width: '90px', isOptional: true, isNumber: true },
  { label: 'Price of', width: '150px', isOptional: true },
  { label: 'Actions', width: '116px', narrowWidth: '88px', isNumber: true },
];

type Asked = { readonly kind: 'set'; readonly base: PriceBase } | { readonly kind: 'end'; readonly price: LlmPrice };

/** The prices that apply to calls of models, in US dollars for a million tokens; those of the project can be changed. */
export function PricesTab({ state, update }: TabProps): ReactNode {
  const { q, own } = state;
  const { can } = useSession();
  const [asked, setAsked] = useState<Asked>();
  const query = { ...(q !== '' && { search: q }), ...(own && { source: 'override' as const }), limit: PAGE_SIZE };
  const pages = useApiPages('GET /llm/pricing', { query });
  const { error, refetch } = pages;
  const { rows, isEmpty, onEnd, foot } = usePagedRows(pages, toRows);
  const reason = can('llm:write') ? undefined : missingScope('llm:write');
  const close = (): void => setAsked(undefined);
  const create = (): void => setAsked({ kind: 'set', base: { model: q } });
  return (
    <>
      <div className={classes.bar}>
        <SearchField
          label="Search prices"
          placeholder="Model or provider contains"
          value={q}
          onSubmit={(text) => update({ q: text }, { replace: true })}
        />
        <ToggleChip isOn={own} onToggle={() => update({ own: !own })}>
          Of the project
        </ToggleChip>
        <Button kind="primary" icon="plus" disabledReason={reason} onClick={create}>
          New price
        </Button>
      </div>
      <p>US dollars for a million tokens. Prices of the project come before those of the catalog, which is built in.</p>
      {error && rows.length === 0 && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {isEmpty && <NoPrices state={state} update={update} />}
      {!isEmpty && !(error && rows.length === 0) && (
        <Rows
          label="Prices"
          rows={rows}
          columns={COLUMNS}
          getId={getId}
          renderCells={(price) => (
            <PriceCells
              price={price}
              disabledReason={reason}
              onSet={() => setAsked({ kind: 'set', base: toBase(price) })}
              onEnd={() => setAsked({ kind: 'end', price })}
            />
          )}
          onEnd={onEnd}
          foot={foot}
        />
      )}
      {asked?.kind === 'set' && <PriceDialog base={asked.base} prices={rows} onClose={close} />}
      {asked?.kind === 'end' && (
        <EndPrice price={findOwn(rows, toPriceDraft(asked.price)) ?? asked.price} onClose={close} />
      )}
    </>
  );
}

/** Says what was looked for and not found. */
function NoPrices({ state: { q, own }, update }: TabProps): ReactNode {
  const where = own ? 'The project has set no price' : 'No price is known';
  return (
    <Empty
      title="No prices"
      text={<OutsideText text={q === '' ? `${where} yet.` : `${where} of a model that contains “${q}”.`} />}
    >
      <Button onClick={() => update({ q: '', own: false })}>Show all prices</Button>
    </Empty>
  );
}

/** What the form of a price begins with; a price of the catalog is changed by an own one. */
function toBase(price: LlmPrice): PriceBase {
  if (price.source === 'override') return price;
  const { id: _id, source: _source, period: _period, ...rest } = price;
  return rest;
}

function getId({ id }: LlmPrice): string {
  return id;
}

function toRows({ prices }: LlmPricingListResponse): LlmPricingListResponse['prices'] {
  return prices;
}
