import { formatExact } from '../../api/parse-exact.js';
import type { CohortExplanation, CohortExplanationLeaf } from '../../gen/api.js';
import { OPERATOR_WORDS } from '../../text/operator-words.js';

type Json = Readonly<Record<string, unknown>>;

const EVENTS: Readonly<Record<string, string>> = {
  performed: 'did',
  not_performed: 'did not do',
  first_time: 'did for the first time',
  regularly: 'regularly did',
  stopped: 'stopped doing',
  restarted: 'did again',
};

/** A condition of a cohort, or a filter of a segment, in words. */
export function describeCondition(condition: Json | undefined): string {
  if (!condition) return 'A condition';
  const { type, op } = condition;
  if (Array.isArray(condition['conditions'])) return `(${describeDefinition(condition)})`;
  if (type === 'cohort')
    return `${op === 'not_in' || condition['negate'] === true ? 'is not' : 'is'} in the cohort ${toText(condition['id'])}`;
  if (type === 'event') return describeEvent(condition);
  const words = OPERATOR_WORDS[toText(op)] ?? toText(op);
  const value = condition['value'] === undefined ? '' : ` ${formatExact(condition['value'])}`;
  const source = condition['source'] === 'server' ? ', as stored with a secret key' : '';
  return `${toText(condition['key'] ?? condition['field'])} ${words}${value}${source}`;
}

/** A definition with all of its conditions. */
export function describeDefinition(definition: Json | undefined): string {
  const conditions = definition?.['conditions'];
  if (!Array.isArray(conditions)) return '';
  return conditions
    .map((each) => describeCondition(each as Json))
    .join(definition?.['operator'] === 'or' ? ' or ' : ' and ');
}

/** Why a person belongs to a cohort or does not. */
export function explainMembership({ is_member: isMember, leaves }: CohortExplanation, kind: string): string {
  if (kind === 'static') return isMember ? 'It is in the list of members.' : 'It is not in the list of members.';
  if (leaves.length === 0) return 'The definition has no conditions.';
  return leaves.map(explainLeaf).join(' ');
}

function explainLeaf({ condition, holds, value }: CohortExplanationLeaf): string {
  const isProperty = condition?.['type'] === 'property';
  const found = !isProperty ? '' : value === undefined ? ' (not set)' : ` (it is ${formatExact(value)})`;
  return `${holds ? '✓' : '✗'} ${describeCondition(condition)}${found}.`;
}

function describeEvent(condition: Json): string {
  const { event, op, filters, count, window } = condition as Readonly<Record<string, never>>;
  const words = EVENTS[toText(op)] ?? toText(op);
  const { op: countOp, value: countValue } = (count ?? {}) as { readonly op?: string; readonly value?: unknown };
  const times =
    count === undefined
      ? ''
      : ` where the count ${OPERATOR_WORDS[countOp ?? ''] ?? countOp ?? ''} ${toText(countValue)}`;
  const { last, start, end } = (window ?? {}) as {
    readonly last?: string;
    readonly start?: string;
    readonly end?: string;
  };
  const within =
    last !== undefined ? ` in the last ${last}` : start !== undefined ? ` from ${start} to ${end ?? 'now'}` : '';
  const list: readonly unknown[] = Array.isArray(filters) ? filters : [];
  const only = list.length === 0 ? '' : ` with ${list.map((each) => describeCondition(each as Json)).join(' and ')}`;
  return `${words} “${toText(event)}”${only}${times}${within}`;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : formatExact(value);
}
