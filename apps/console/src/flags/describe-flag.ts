import { formatExact } from '../api/parse-exact.js';
import type { Flag, FlagCondition, FlagDecision, FlagGroup } from '../gen/api.js';
import { OPERATOR_WORDS } from '../text/operator-words.js';
import { formatPercentage } from './format-percentage.js';

/** The part of a flag that decides, without the parts that only the service sets. */
export type Definition = Pick<Flag, 'active' | 'type' | 'variants' | 'filters' | 'default_variant'>;

/** Everyone in short, such as `plan is pro: 50 %`; the first rules, and how many more there are. */
export function summarize(flag: Definition): string {
  if (!flag.active) return 'Off for everyone';
  const groups = flag.filters?.groups ?? [];
  const [first] = groups;
  if (!first) return 'Off for everyone, without a rule';
  const more = groups.length - 1;
  const rest = more === 0 ? '' : `, or ${more} more ${more === 1 ? 'rule' : 'rules'}`;
  return `${describeMatch(first, flag)}: ${describeShare(first)}${rest}`;
}

/** Whom a rule is about. */
export function describeMatch({ conditions }: FlagGroup, { filters }: Pick<Definition, 'filters'>): string {
  if (conditions.length > 0) return conditions.map(describeCondition).join(' and ');
  return isByGroup(filters) ? `Every ${filters?.aggregation ?? ''}` : 'Everyone';
}

/** The result for those whom a rule matches. */
export function describeResult(group: FlagGroup, { type, filters }: Definition): string {
  const share = describeShare(group);
  const unit = isByGroup(filters) ? `of each ${filters?.aggregation ?? ''}` : 'of them';
  const whole = share === '100 %' ? 'All' : `${share} ${unit}`;
  if (group.variant !== undefined) return `${whole} get the variant ${group.variant}`;
  return type === 'multivariate' ? `${whole} get a variant by its share` : `${whole} get it`;
}

/** The share of those whom a rule matches. */
export function describeShare({ rollout_percentage: share = 100 }: FlagGroup): string {
  return formatPercentage(share);
}

/** A condition as a sentence without its end. */
export function describeCondition(condition: FlagCondition): string {
  const said = describePlainly(condition);
  return condition.negate === true ? `not (${said})` : said;
}

function describePlainly(condition: FlagCondition): string {
  const { type, key, operator, value } = condition;
  if (type === 'cohort') return `${operator === 'not_in' ? 'is not' : 'is'} in the cohort ${key}`;
  const words = OPERATOR_WORDS[operator] ?? operator;
  if (type === 'flag') return `the flag ${key} ${words} ${describeFlagValue(value)}`;
  const owner = type === 'group' ? `${condition.group_type ?? 'group'}’s ` : '';
  const ignoring = condition.case_insensitive === true ? ', in any case' : '';
  const source = condition.source === 'server' ? ', as stored with a secret key' : '';
  return `${owner}${key} ${words}${value === undefined ? '' : ` ${toText(value)}`}${ignoring}${source}`;
}

function describeFlagValue(value: unknown): string {
  if (value === true) return 'on';
  if (value === false) return 'off';
  return toText(value);
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(', ');
  return typeof value === 'string' ? value : formatExact(value);
}

/** The result for one context: the variant, or whether the flag is on; undefined where the service could not decide. */
export function describeValue(decision: Pick<FlagDecision, 'enabled' | 'variant'> | undefined): string {
  if (!decision) return 'unknown';
  const { enabled, variant } = decision;
  if (variant === undefined || variant === null || typeof variant === 'boolean') return enabled ? 'on' : 'off';
  return enabled ? toText(variant) : `off (${toText(variant)})`;
}

/** Why one context gets its value. */
export function describeReason(decision: FlagDecision | undefined): string {
  const reason = decision?.reason;
  if (!reason) return 'Something that the flag depends on is not known.';
  const rule = reason.condition_index === undefined ? '' : `Rule ${reason.condition_index + 1}: `;
  return `${rule}${reason.description ?? reason.code}`;
}

function isByGroup(filters: Definition['filters']): boolean {
  return (filters?.aggregation ?? 'person') !== 'person';
}
