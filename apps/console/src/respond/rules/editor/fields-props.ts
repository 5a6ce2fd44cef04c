import type { RuleDraft } from './draft.js';

/** A part of the form of a rule. */
export interface FieldsProps {
  readonly draft: RuleDraft;
  readonly set: (fields: Partial<RuleDraft>) => void;
}
