import type { Name, NameKind } from '../catalog/catalog.js';
import type { Item, ItemKind } from '../words/item.js';

/** Items of which a question has one; two with different values contradict each other. */
const SINGLE: readonly ItemKind[] = [
  'interval',
  'limit',
  'agg',
  'measure',
  'figure',
  'extreme',
  'traceStatus',
  'modelGroup',
  'longerThan',
  'person',
  'traceId',
  'operation',
  'text',
];
/** Orders that say no more than the default of a list. */
const WEAK_ORDERS = new Set(['recent']);

/** The items of a question by kind, for one reading: every name has one meaning, and there is at most one window. */
export class Facts {
  constructor(
    readonly items: readonly Item[],
    /** The names as this reading takes them. */
    readonly names: readonly Name[] = [],
  ) {}

  all(kind: ItemKind): string[] {
    return [...new Set(this.items.filter((item) => item.kind === kind).map(({ value }) => value))];
  }

  /** The value of an item of which a question has one. */
  one(kind: ItemKind): string | undefined {
    return this.all(kind)[0];
  }

  has(kind: ItemKind, value?: string): boolean {
    return this.items.some((item) => item.kind === kind && (value === undefined || item.value === value));
  }

  named(kind: NameKind): string[] {
    return [...new Set(this.names.filter((name) => name.kind === kind).map(({ name }) => name))];
  }

  /** The order of a list, unless it is the default one. */
  get order(): string | undefined {
    return this.all('order').find((order) => !WEAK_ORDERS.has(order));
  }

  get limit(): number | undefined {
    const limit = this.one('limit');
    return limit === undefined ? undefined : Number(limit);
  }
}

/** Whether items contradict each other: two different values where there can be one, or an excluded value that is also asked for. */
export function areContradictory(items: readonly Item[]): boolean {
  const values = (kind: ItemKind) => [...new Set(items.filter((item) => item.kind === kind).map(({ value }) => value))];
  if (SINGLE.some((kind) => values(kind).length > 1)) return true;
  if (values('order').filter((order) => !WEAK_ORDERS.has(order)).length > 1) return true;
  const levels = new Set(values('level').flatMap((level) => level.split(',')));
  if (values('excludedLevel').some((level) => levels.has(level))) return true;
  const named = new Set(items.filter(({ kind }) => kind === 'name').flatMap(({ names = [] }) => names.map(toKey)));
  return items.some(({ kind, names = [] }) => kind === 'excluded' && names.some((name) => named.has(toKey(name))));
}

const toKey = ({ kind, name }: Name): string => `${kind} ${name}`;
