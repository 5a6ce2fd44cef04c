import type { ReactNode } from 'react';
import { TextField } from '../../../ui/controls/text-field.js';
import { CheckField } from '../../../ui/fields/check-field.js';
import type { PriceDraft } from './price-draft.js';
import classes from './price-form.module.css';
import { RATES, type Rate } from './price-rates.js';

interface PriceFormProps {
  readonly draft: PriceDraft;
  readonly faults: ReadonlyMap<string, string>;
  /** The price of other calls is another price, so they cannot be changed. */
  readonly isSaved: boolean;
  /** Numbers of input tokens from which on other rates apply. */
  readonly tiers: readonly number[];
  /** Why nothing can be changed. */
  readonly disabledReason: string | undefined;
  readonly onChange: (part: Partial<PriceDraft>) => void;
}

/** The calls that a price is for, and its rates; those that few models have are folded while they are empty. */
export function PriceForm(props: PriceFormProps): ReactNode {
  const { draft, faults, isSaved, tiers, disabledReason, onChange } = props;
  const isFixed = isSaved || disabledReason !== undefined;
  const rare = RATES.filter(({ isRare }) => isRare);
  const field = (rate: Rate): ReactNode => (
    <TextField
      key={rate.name}
      label={rate.label}
      value={draft[rate.name]}
      placeholder={rate.unset}
      inputMode="decimal"
      readOnly={disabledReason !== undefined}
      title={disabledReason}
      fault={faults.get(rate.name)}
      onChange={(text) => onChange({ [rate.name]: text })}
    />
  );
  return (
    <>
      <TextField
        label="Model"
        value={draft.model}
        maxLength={256}
        spellCheck={false}
        readOnly={isFixed}
        fault={faults.get('model')}
        hint={isSaved ? undefined : 'As calls name it, or its beginning with * for all that begin like it.'}
        onChange={(model) => onChange({ model })}
      />
      <div className={classes.rates}>
        <TextField
          label="Provider"
          value={draft.provider}
          placeholder="all providers"
          maxLength={100}
          spellCheck={false}
          readOnly={isFixed}
          onChange={(provider) => onChange({ provider })}
        />
        <TextField
          label="Service tier"
          value={draft.tier}
          placeholder="all tiers"
          maxLength={100}
          spellCheck={false}
          readOnly={isFixed}
          onChange={(tier) => onChange({ tier })}
        />
      </div>
      <p className={classes.note}>US dollars for a million tokens. What is left empty is charged as it says.</p>
      <div className={classes.rates}>{RATES.filter(({ isRare }) => !isRare).map(field)}</div>
      <details className={classes.more} open={rare.some(({ name }) => draft[name] !== '') || undefined}>
        <summary>Further rates</summary>
        <div className={classes.rates}>{rare.map(field)}</div>
      </details>
      {tiers.length > 0 && (
        <CheckField
          label={`Keep the other rates of calls from ${tiers.map((tokens) => tokens.toLocaleString('en-US')).join(' and ')} input tokens`}
          isChecked={draft.keepsTiers}
          disabledReason={disabledReason}
          onChange={(keepsTiers) => onChange({ keepsTiers })}
        />
      )}
    </>
  );
}
