import type { DashboardVariable } from '../../gen/api.js';
import type { Search } from '../../url/codec.js';

export type Values = Readonly<Record<string, string>>;

const PREFIX = 'var.';

/** The values of the variables: those of the address, or their defaults. */
export function readVariables(variables: readonly DashboardVariable[], search: Search): Values {
  return Object.fromEntries(
    variables.map(({ name, default: fallback }) => [name, [search[PREFIX + name] ?? fallback].flat()[0] ?? '']),
  );
}

/** The address with another value of a variable; without it if that is the default. */
export function writeVariable(search: Search, variable: DashboardVariable, value: string): Search {
  const key = PREFIX + variable.name;
  const rest = Object.fromEntries(Object.entries(search).filter(([name]) => name !== key));
  return value === variable.default ? rest : { ...rest, [key]: value };
}

/** The parameter of the operations that run a widget. */
export function toParameters(values: Values): readonly string[] {
  return Object.entries(values).map(([name, value]) => `${name}:${value}`);
}

/** A filter with the values of variables in it, as the service inserts them: as one quoted text, or any if the value is empty. */
export function fillFilter(q: string, values: Values): string {
  return q.replaceAll(
    /"(?:[^"\\]|\\.)*"|\\.|\$([A-Za-z_]\w*)(?![\w.]*:)/g,
    (whole: string, name: string | undefined) => {
      const value = name === undefined ? undefined : values[name];
      if (value === undefined) return whole;
      return value === '' ? '*' : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
    },
  );
}

/** Names of a list, with the values of variables in it; a variable without a value stands for all. */
export function fillNames(names: readonly string[], values: Values): readonly string[] {
  return names
    .map((name) => (name.startsWith('$') ? (values[name.slice(1)] ?? name) : name))
    .filter((name) => name !== '');
}
