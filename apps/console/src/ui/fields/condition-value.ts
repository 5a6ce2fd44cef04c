import { formatExact, parseExact } from '../../api/parse-exact.js';

/** Operators whose value is a text, also where it looks like a number. */
const TEXTS: ReadonlySet<string> = new Set([
  'contains',
  'not_contains',
  'icontains',
  'not_icontains',
  'starts_with',
  'ends_with',
  'regex',
  'not_regex',
  'date_before',
  'date_after',
  'semver_eq',
  'semver_gt',
  'semver_gte',
  'semver_lt',
  'semver_lte',
]);
const LISTS: ReadonlySet<string> = new Set(['in', 'not_in']);
const WITHOUT: ReadonlySet<string> = new Set(['is_set', 'is_not_set', 'exists', 'not_exists']);

interface Kind {
  readonly type: string;
  readonly operator: string;
}

/** Whether a condition has no value. */
export function isWithoutValue({ type, operator }: Kind): boolean {
  return type === 'cohort' || WITHOUT.has(operator);
}

/** The value of a condition as it is typed: texts that look like something else are in quotes, items of a list have commas between them. */
export function formatValue(value: unknown, kind: Kind): string {
  if (value === undefined || isWithoutValue(kind)) return '';
  const { operator } = kind;
  if (TEXTS.has(operator) && typeof value === 'string') return value;
  if (Array.isArray(value) && isListed(value, operator)) return value.map((item) => formatItem(item, kind)).join(', ');
  return formatItem(value, kind);
}

/** The value that a text stands for; undefined for one that is empty. */
export function parseValue(text: string, kind: Kind): unknown {
  if (text.trim() === '' || isWithoutValue(kind)) return undefined;
  const { operator } = kind;
  if (TEXTS.has(operator)) return text;
  const isList = LISTS.has(operator);
  if (!isList && (operator !== 'in_cidr' || !text.includes(','))) return parseItem(text, kind);
  const whole = isList && text.trim().startsWith('[') ? parseItem(text, kind) : undefined;
  return Array.isArray(whole) ? whole : splitItems(text).map((item) => parseItem(item, kind));
}

/** A list is typed as its items unless it has lists or objects in it. */
function isListed(value: readonly unknown[], operator: string): boolean {
  if (value.length === 0 || value.some((item) => typeof item === 'object' && item !== null)) return false;
  return LISTS.has(operator) || (operator === 'in_cidr' && value.length > 1);
}

function formatItem(value: unknown, kind: Kind): string {
  if (kind.type === 'flag' && typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value !== 'string') return formatExact(value);
  const isPlain = value !== '' && !/[,"[\]{}]/.test(value) && parseItem(value, kind) === value;
  return isPlain ? value : JSON.stringify(value);
}

function parseItem(text: string, { type }: Kind): unknown {
  const trimmed = text.trim();
  if (type === 'flag' && trimmed === 'on') return true;
  if (type === 'flag' && trimmed === 'off') return false;
  if (!/^(?:-?\d|"|\[|\{|true$|false$|null$)/.test(trimmed)) return trimmed;
  try {
    // Long integers are kept in lists only.
    const items = parseExact(`[${trimmed}]`) as readonly unknown[];
    return items.length === 1 ? items[0] : trimmed;
  } catch {
    return trimmed;
  }
}

/** The items between commas that are not in quotes. */
function splitItems(text: string): readonly string[] {
  return (text.match(/(?:"(?:[^"\\]|\\.)*"|[^,])+/g) ?? []).filter((item) => item.trim() !== '');
}
