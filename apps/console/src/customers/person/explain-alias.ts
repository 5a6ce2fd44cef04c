import type { PersonAlias, PersonRefusedLink } from '../../gen/api.js';

/** Why a distinct ID belongs to the person. */
export function explainAlias({ is_canonical: isCanonical, linked_to: target, event }: PersonAlias): string {
  if (isCanonical) return 'The ID of the person, to which the others are linked.';
  if (target === undefined) return 'Linked.';
  return event === undefined ? `Linked to ${target}.` : `Linked to ${target} by the event “${event}” with both IDs.`;
}

const REASONS: Readonly<Record<string, string>> = {
  illegal_id: 'one of the IDs is a placeholder, such as “anonymous”',
  already_identified: 'it belongs to a person with another identified ID',
  too_many_aliases: 'the person has 1,000 IDs, which is the limit',
  undone: 'the link was removed, and later events do not restore it',
};

/** Why an ID does not belong to the person although an event asked for it. */
export function explainRefusal({ reason, event, distinct_id: target }: PersonRefusedLink): string {
  return `Not linked to ${target} by “${event}”: ${REASONS[reason] ?? reason}.`;
}
