import { compilePattern, estimatePatternSize, MAX_PATTERN_SIZE } from '@svc/property-filters';
import { mapYielding } from '@svc/runtime';
import { invalidField } from '@svc/service-error';

export type Labels = Readonly<Record<string, string>>;

/** A condition on one label, as the interface of Alertmanager writes it. */
export interface Matcher {
  readonly name: string;
  readonly value: string;
  readonly isRegex: boolean;
  /** False for the operators that begin with an exclamation mark. */
  readonly isEqual: boolean;
}

const MAX_FILTERS = 20;
/** Compiled instructions of all expressions of a request: a search takes 10 ms at worst with as many. */
const MAX_STEPS = MAX_PATTERN_SIZE;
/** A matcher without spaces around it: a lazy end would take the square of the length of a long one. */
const MATCHER = /^("(?:[^"\\]|\\.)*"|[^\s"=!~{}]+)\s*(=~|!~|!=|=)\s*([^]*)$/;

/** Reads filters such as `job="api"` and `severity=~warning|critical`. @throws ServiceError invalid_request */
export function readFilters(texts: readonly string[]): Matcher[] {
  if (texts.length > MAX_FILTERS) throw invalidField('filter', `must be given at most ${MAX_FILTERS} times`);
  return texts.map((text) => {
    const [, name = '', operator = '', value = ''] = MATCHER.exec(text.trim()) ?? [];
    const [label, wanted] = [unquote(name), unquote(value)];
    if (operator === '' || label === undefined || label === '' || wanted === undefined)
      throw invalidField('filter', 'must be a matcher such as name="value"');
    return { name: label, value: wanted, isRegex: operator.endsWith('~'), isEqual: !operator.startsWith('!') };
  });
}

/** The operator of a matcher as silences of this service have it. */
export function operatorOf({ isRegex, isEqual }: Matcher): string {
  return (isEqual ? '=' : '!') + (isRegex ? '~' : isEqual ? '' : '=');
}

/** A test of all matchers; an absent label is the empty text. @throws ServiceError invalid_request if an expression is not RE2. */
export function compileFilters(matchers: readonly Matcher[]): (labels: Labels) => boolean {
  const expressions = matchers.filter(({ isRegex }) => isRegex);
  if (expressions.reduce((sum, { value }) => sum + estimatePatternSize(value), 0) > MAX_STEPS)
    throw invalidField('filter', `must have expressions of at most ${MAX_STEPS} steps together`);
  const tests = matchers.map((matcher) => [matcher.name, compileOne(matcher)] as const);
  return (labels) => tests.every(([name, test]) => test(Object.hasOwn(labels, name) ? (labels[name] ?? '') : ''));
}

function compileOne({ value, isRegex, isEqual }: Matcher): (label: string) => boolean {
  if (!isRegex) return (label) => (label === value) === isEqual;
  // An expression that is only valid between the parentheses could end them.
  const pattern = compilePattern(value) && compilePattern(`^(?-s:${value})$`);
  if (!pattern) throw invalidField('filter', 'must be an RE2 expression');
  return (label) => pattern.test(label) === isEqual;
}

/** The text of a name or a value, which may be in quotation marks; undefined if they are not closed or have an unknown escape. */
function unquote(text: string): string | undefined {
  if (!text.startsWith('"')) return text;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'string' ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** The items whose labels the filters accept. Other requests run in between: a comparison may take milliseconds. */
export async function filterByLabels<Item>(
  items: readonly Item[],
  test: (labels: Labels) => boolean,
  labelsOf: (item: Item) => Labels,
): Promise<Item[]> {
  const accepted = await mapYielding(items, (item) => test(labelsOf(item)), 1);
  return items.filter((_, index) => accepted[index]);
}
