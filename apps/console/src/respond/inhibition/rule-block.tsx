import type { ReactNode } from 'react';
import { TextArea } from '../../ui/controls/text-area.js';
import { TextField } from '../../ui/controls/text-field.js';
import { Block } from '../parts/block.js';
import classes from '../parts/respond.module.css';
import { findFault, toRule, type InhibitionDraft } from './draft.js';
import { InhibitedNow } from './inhibited-now.js';

interface RuleBlockProps {
  /** Position of the rule, from 1. */
  readonly nth: number;
  readonly draft: InhibitionDraft;
  readonly onChange: (draft: InhibitionDraft) => void;
  readonly onRemove: () => void;
}

/** The form of one inhibition rule, and what it would keep quiet now. */
export function RuleBlock({ nth, draft, onChange, onRemove }: RuleBlockProps): ReactNode {
  const set = (fields: Partial<InhibitionDraft>): void => onChange({ ...draft, ...fields });
  return (
    <Block name={`Rule ${nth}`} onRemove={onRemove}>
      <div className={classes.pair}>
        <TextArea
          label="While an alert is active with"
          value={draft.source}
          onChange={(source) => set({ source })}
          placeholder="severity=critical"
        />
        <TextArea
          label="Keep alerts quiet with"
          value={draft.target}
          onChange={(target) => set({ target })}
          placeholder="severity=~warning|info"
        />
      </div>
      <TextField
        label="Both have the same"
        value={draft.equal}
        onChange={(equal) => set({ equal })}
        placeholder="service_name, environment"
        hint="Labels with commas. One that both lack is the same."
      />
      {findFault([draft]) === undefined && <InhibitedNow nth={nth} rule={toRule(draft)} />}
    </Block>
  );
}
