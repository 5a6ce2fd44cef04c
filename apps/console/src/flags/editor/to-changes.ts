import { formatExact } from '../../api/parse-exact.js';
import type { Flag } from '../../gen/api.js';
import type { Definition } from '../describe-flag.js';
import { toDraft, type Draft } from './draft.js';
import { readDraft } from './read-draft.js';

type Named = Definition & Pick<Flag, 'name'>;

/** The fields of a flag that a form sets. */
export interface FlagChanges {
  readonly name?: string;
  readonly variants?: Flag['variants'];
  readonly filters?: NonNullable<Flag['filters']>;
  /** Empty for none. */
  readonly default_variant?: string;
}

/**
 * The fields that a draft changes compared with the flag as the form was opened. Others are not sent, so that they stay as other members
 * have set them.
 */
export function toChanges(base: Named, draft: Draft): FlagChanges {
  const before = readDraft(toDraft(base), base).definition;
  const after = readDraft(draft, base).definition;
  const differs = (part: keyof Definition): boolean => formatExact(before[part]) !== formatExact(after[part]);
  return {
    ...(draft.name !== base.name && { name: draft.name }),
    ...(differs('variants') && { variants: after.variants }),
    ...(differs('filters') && after.filters && { filters: after.filters }),
    ...(differs('default_variant') && { default_variant: after.default_variant ?? '' }),
  };
}
