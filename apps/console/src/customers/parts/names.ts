import { formatExact } from '../../api/parse-exact.js';

type Properties = Readonly<Record<string, unknown>>;

/** The name of a person or an account as people know it, from its properties; its ID where they have none. */
export function toName(properties: Properties | undefined, id: string): string {
  const found = [properties?.['name'], properties?.['email']].find(
    (value) => typeof value === 'string' && value.trim() !== '',
  );
  return typeof found === 'string' ? found : id;
}

/** A property as text; empty if it is not there. */
export function toPropertyText(properties: Properties | undefined, name: string): string {
  const value = properties?.[name];
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : formatExact(value);
}
