import { formatExact } from '../../../api/parse-exact.js';

/** Called with the place of a mistake, such as `filters.groups[0].conditions`, and what would be right. */
export type Fault = (place: string, reason: string) => void;
export type Check = (value: unknown, place: string, fault: Fault) => void;

export const text: Check = (value, place, fault) => {
  if (typeof value !== 'string') fault(place, 'must be a text');
};

export const number: Check = (value, place, fault) => {
  if (typeof value !== 'number') fault(place, 'must be a number');
};

export const truth: Check = (value, place, fault) => {
  if (typeof value !== 'boolean') fault(place, 'must be true or false');
};

export const anything: Check = () => undefined;

export function oneOf(values: readonly string[]): Check {
  return (value, place, fault) => {
    if (typeof value !== 'string' || !values.includes(value)) fault(place, `must be one of ${values.join(', ')}`);
  };
}

export function listOf(check: Check): Check {
  return (value, place, fault) => {
    if (!Array.isArray(value)) return fault(place, 'must be a list');
    value.forEach((item, index) => check(item, `${place}[${index}]`, fault));
  };
}

/** An object with these fields and no others. */
export function object(fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
  return (value, place, fault) => {
    const at = (name: string): string => (place === '' ? name : `${place}.${name}`);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return fault(place === '' ? 'The text' : place, 'must be an object');
    for (const [name, item] of Object.entries(value)) {
      const check = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (check) check(item, at(name), fault);
      else fault(at(formatExact(name)), `is no field here; there are ${Object.keys(fields).join(', ')}`);
    }
    for (const name of required) if (!Object.hasOwn(value, name)) fault(at(name), 'is missing');
  };
}
