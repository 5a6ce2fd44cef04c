import { isObject, type Json } from '../../runtime/values/json.js';
import { layout } from './layout.js';
import { escaped } from './sanitize.js';

/**
 * Prints every container and scalar of a value as PATH, TYPE and VALUE, untruncated. Keys are sorted, so equal values print
 * equally. The root is `$`; a key that is not an identifier is written as `["key"]`.
 */
export function printTree(value: Json): string {
  return layout([['PATH', 'TYPE', 'VALUE'], ...treeRows('$', value)]);
}

function treeRows(path: string, value: Json): string[][] {
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    return [
      [path, 'array', count(items.length, 'item')],
      ...items.flatMap((item, index) => treeRows(`${path}[${index}]`, item)),
    ];
  }
  if (isObject(value)) {
    const keys = Object.keys(value).sort();
    return [
      [path, 'object', count(keys.length, 'key')],
      ...keys.flatMap((key) => treeRows(path + step(key), value[key] ?? null)),
    ];
  }
  return [[path, value === null ? 'null' : typeof value, scalar(value as string | number | boolean | null)]];
}

function step(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? `.${key}` : `[${escaped(JSON.stringify(key))}]`;
}

function scalar(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return String(value);
  return value === '' ? '""' : escaped(value);
}

function count(length: number, noun: string): string {
  return `${length} ${noun}${length === 1 ? '' : 's'}`;
}
