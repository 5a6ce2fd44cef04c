import { quoteText, toSearch, type OriginFilters } from '@svc/reading/search-language';
import { invalidField } from '@svc/service-error';

/** A text that filters use as `$name`. */
export interface Variable {
  readonly name: string;
  readonly default: string;
}

/** @throws ServiceError invalid_request if a name appears twice. */
export function checkVariables(variables: readonly Variable[], path: string): void {
  const names = variables.map(({ name }) => name);
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (twice !== -1) throw invalidField(`${path}[${twice}].name`, 'must be unique');
}

/**
 * The values of all variables: from the request, each as `name:value`, or else the defaults.
 *
 * @throws ServiceError invalid_request for a variable that the dashboard does not have
 */
export function resolveVariables(variables: readonly Variable[], given: readonly string[]): Map<string, string> {
  const values = new Map(variables.map(({ name, default: value }) => [name, value]));
  for (const [index, text] of given.entries()) {
    const colon = text.indexOf(':');
    const name = text.slice(0, Math.max(colon, 0));
    if (!values.has(name))
      throw invalidField(`variables[${index}]`, 'must be the name of a variable of the dashboard, a colon and a value');
    values.set(name, text.slice(colon + 1));
  }
  return values;
}

/** Names of fields, such as `$browser:`, are not variables, and neither is quoted or escaped text. */
const TOKENS = /\\[\s\S]|"(?:\\[\s\S]|[^"\\])*"?|\$([A-Za-z_][A-Za-z0-9_]*)(?![A-Za-z0-9_]*:)/g;

/**
 * A filter with the values of its variables. A value replaces its variable as one quoted text, so that it can neither
 * end the text nor add a condition. An empty one becomes a wildcard, because a user who chooses nothing wants to see
 * everything.
 */
export function substitute(filter: string, values: ReadonlyMap<string, string>): string {
  return filter.replace(TOKENS, (token: string, name: string | undefined) => {
    const value = name === undefined ? undefined : values.get(name);
    if (value === undefined) return token;
    return value === '' ? '*' : quoteText(value);
  });
}

/** The search of a query: its own text and its lists, in which a value may be a variable. */
export function toFilledSearch(filters: OriginFilters, values: ReadonlyMap<string, string>): string {
  const q = substitute(filters.q, values);
  const { service, environment, level } = filters;
  if ([service, environment, level].every((list) => list.length === 0)) return q;
  const isVariable = (value: string): boolean => value.startsWith('$') && values.has(value.slice(1));
  return toSearch({ ...filters, q }, (value) => (isVariable(value) ? substitute(value, values) : quoteText(value)));
}
