import type { EvalConfig } from '../../gen/api.js';
import type { EvalDraft } from './eval-draft.js';

/** A part of the form of evaluations. */
export interface EvalPart {
  /** The configuration as it is saved, with what is in effect. */
  readonly config: EvalConfig;
  readonly draft: EvalDraft;
  readonly faults: ReadonlyMap<keyof EvalDraft, string>;
  /** The reason for which nothing can be changed. */
  readonly disabledReason: string | undefined;
  readonly onChange: (part: Partial<EvalDraft>) => void;
}
