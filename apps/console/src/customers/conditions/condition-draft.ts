import { formatExact } from '../../api/parse-exact.js';
import { formatValue, isWithoutValue, parseValue } from '../../ui/fields/condition-value.js';

export type Json = Readonly<Record<string, unknown>>;
export type ConditionType = 'property' | 'event' | 'cohort';

/** A condition of a cohort, or a filter of a segment, as its form shows it: everything that is typed is a text. */
export interface ConditionDraft {
  /** Names the row of the form. */
  readonly id: number;
  readonly type: ConditionType;
  /** The property, the field, the event, or the ID of the cohort. */
  readonly key: string;
  readonly op: string;
  readonly value: string;
  /** Whether only values count that were stored with a secret key. */
  readonly isServer: boolean;
  readonly countOp: string;
  /** Number of events; empty for at least one. */
  readonly count: string;
  /** The time before now in which the events are, such as `30d`; empty for 30 days. */
  readonly last: string;
}

export type Fault = (place: string, reason: string) => void;

let lastId = 0;

/** The first state of a condition of a type. */
export function newCondition(type: ConditionType = 'property'): ConditionDraft {
  lastId += 1;
  const op = { property: 'eq', event: 'performed', cohort: 'in' }[type];
  return { id: lastId, type, key: '', op, value: '', isServer: false, countOp: 'gte', count: '', last: '' };
}

/** The form of a condition, as far as it has one; {@link toDrafts} compares the two. */
export function toConditionDraft(json: Json): ConditionDraft {
  const type = json['type'] === 'event' || json['type'] === 'cohort' ? json['type'] : 'property';
  const { op: countOp = 'gte', value: count } = (json['count'] ?? {}) as Json;
  const draft = newCondition(type);
  const op = toText(json['op'] ?? draft.op);
  return {
    ...draft,
    key: toText(json['key'] ?? json['field'] ?? json['event'] ?? json['id'] ?? ''),
    op,
    value: formatValue(json['value'], toKind(op)),
    isServer: json['source'] === 'server',
    countOp: toText(countOp),
    count: count === undefined ? '' : toText(count),
    last: toText(((json['window'] ?? {}) as Json)['last'] ?? ''),
  };
}

const LENGTH = /^[1-9]\d*(?:ms|s|m|h|d|w)$/;

/** The condition that a form stands for. */
export function readCondition(draft: ConditionDraft, fault: Fault): Json {
  const { id, type, op, count, countOp, last } = draft;
  const key = draft.key.trim();
  if (key === '') fault(`${id}.key`, 'Required');
  if (type === 'cohort') return { type, id: key, op };
  if (type === 'property') return { type, key, ...readTest(draft, fault) };
  if (count.trim() !== '' && !/^\d{1,7}$/.test(count.trim())) fault(`${id}.count`, 'A whole number');
  if (last.trim() !== '' && !LENGTH.test(last.trim())) fault(`${id}.last`, 'Such as 24h or 30d');
  return {
    type,
    event: key,
    op,
    ...(count.trim() !== '' && op !== 'first_time' && { count: { op: countOp, value: Number(count) } }),
    ...(last.trim() !== '' && { window: { last: last.trim() } }),
  };
}

/** The filter of a segment that a form stands for. */
export function readFilter(draft: ConditionDraft, fault: Fault): Json {
  const field = draft.key.trim();
  if (field === '') fault(`${draft.id}.key`, 'Required');
  return { field, ...readTest(draft, fault) };
}

/** The forms of conditions; undefined if a form would lose something of one. */
export function toDrafts(
  conditions: readonly Json[],
  read: typeof readCondition,
): readonly ConditionDraft[] | undefined {
  const drafts = conditions.map(toConditionDraft);
  const isWhole = drafts.every((draft, index) => sorted(read(draft, () => undefined)) === sorted(conditions[index]));
  return isWhole ? drafts : undefined;
}

function readTest({ id, op, value: text, isServer }: ConditionDraft, fault: Fault): Json {
  const kind = toKind(op);
  const value = parseValue(text, kind);
  if (value === undefined && !isWithoutValue(kind)) fault(`${id}.value`, 'Required');
  return { op, ...(value !== undefined && { value }), ...(isServer && { source: 'server' }) };
}

export function toKind(operator: string): { readonly type: string; readonly operator: string } {
  return { type: 'person', operator };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : formatExact(value);
}

/** The JSON of a value with its names in order, because a store may return them in another one. */
export function sorted(value: unknown): string {
  return formatExact(sortNames(value));
}

function sortNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortNames);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, child]) => [name, sortNames(child)]));
}
