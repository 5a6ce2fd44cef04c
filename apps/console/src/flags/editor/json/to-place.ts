import type { Draft } from '../draft.js';

const NAMES: Readonly<Record<string, string>> = { share: 'rollout_percentage', groupType: 'group_type' };

/** The place in the JSON of a flag that a place of its form stands for, such as `filters.groups[0].rollout_percentage`. */
export function toPlace(place: string, { variants, groups }: Draft): string {
  const [list, id, field = ''] = place.split('.');
  const name = NAMES[field] ?? field;
  const isNamed = (each: { readonly id: number }): boolean => String(each.id) === id;
  if (place === 'payload') return 'filters.payload';
  if (list === 'variants' && id !== undefined) return `variants[${variants.findIndex(isNamed)}].${name}`;
  if (list === 'groups') return `filters.groups[${groups.findIndex(isNamed)}].${name}`;
  const group = groups.findIndex(({ conditions }) => conditions.some(isNamed));
  if (list !== 'conditions' || group < 0) return place;
  return `filters.groups[${group}].conditions[${groups[group]?.conditions.findIndex(isNamed) ?? 0}].${name}`;
}
