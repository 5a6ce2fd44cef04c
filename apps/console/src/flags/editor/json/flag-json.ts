import { formatExact, parseExact } from '../../../api/parse-exact.js';
import type { Flag } from '../../../gen/api.js';
import { describeJsonFault, findJsonFault } from '../../../ui/json/find-json-fault.js';
import type { Definition } from '../../describe-flag.js';
import { toDraft, type Draft } from '../draft.js';
import { readDraft } from '../read-draft.js';
import { checkFlag } from './check-flag.js';
import { toPlace } from './to-place.js';

type Named = Definition & Pick<Flag, 'name'>;

/** The part of a flag that its form shows, as JSON. */
export function toFlagJson(draft: Draft, flag: Definition): string {
  const { variants, filters, default_variant } = readDraft(draft, flag).definition;
  const isMultivariate = flag.type === 'multivariate';
  return formatExact(
    { name: draft.name, ...(isMultivariate && { variants }), filters, ...(isMultivariate && { default_variant }) },
    2,
  );
}

/** The form that a text stands for, and its mistakes, each with its place; without a form if it has one that the form cannot show. */
export function readFlagJson(
  text: string,
  flag: Definition,
): { readonly draft?: Draft; readonly faults: readonly string[] } {
  const syntax = findJsonFault(text);
  if (syntax) return { faults: [describeJsonFault(syntax)] };
  const value = parseExact(text);
  const found: string[] = [];
  checkFlag(value, '', (place, reason) => found.push(`${place} ${reason}.`));
  if (found.length > 0) return { faults: found };
  const { name, variants = [], filters, default_variant } = value as Partial<Named> & Pick<Named, 'name'>;
  const { active, type } = flag;
  const draft = toDraft({
    name,
    active,
    type,
    variants,
    ...(filters && { filters }),
    ...(default_variant !== undefined && { default_variant }),
  });
  const { faults } = readDraft(draft, flag);
  return { draft, faults: [...faults].map(([place, reason]) => `${toPlace(place, draft)}: ${reason}`) };
}
