import { childAt, isContainer, sizeOf } from './node.js';

/** Larger values are shown as the beginning of their text. */
export const MAX_NODES = 5000;
export const MAX_UNITS = 512 * 1024;
export const PREVIEW_UNITS = 20_000;

/** Places that a search finds at most. */
export const MAX_HITS = 500;

/** Shorter texts are shown, whatever they are. */
const MIN_ENCODED = 256;
const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w.+-]+=[\w.+-]*)*(;base64)?,/;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** Whether a value is small enough for a tree. It looks at no more than the limits. */
export function fitsTree(value: unknown): boolean {
  const waiting: unknown[] = [value];
  let nodes = 0;
  let units = 0;
  while (waiting.length > 0) {
    const item = waiting.pop();
    const size = sizeOf(item);
    nodes += 1;
    units += typeof item === 'string' ? item.length : 8;
    if (nodes + waiting.length + size > MAX_NODES) return false;
    for (let position = 0; position < size; position++) {
      const [key, child] = childAt(item, position);
      units += typeof key === 'string' ? key.length : 0;
      waiting.push(child);
    }
    if (units > MAX_UNITS) return false;
  }
  return true;
}

/** Encoded bytes in a text. */
export interface Encoded {
  readonly type: string;
  readonly bytes: number;
}

/** The type and size of a long data URL or a long text in base64; undefined for other texts. */
export function findEncoded(text: string): Encoded | undefined {
  if (text.length < MIN_ENCODED) return undefined;
  const [prefix, type = 'text/plain', isBase64] = DATA_URL.exec(text.slice(0, 200)) ?? [];
  if (prefix !== undefined) {
    const length = text.length - prefix.length;
    return { type, bytes: isBase64 === undefined ? length : toBytes(text, length) };
  }
  // Texts of one kind of letters, such as hexadecimal digits, are no base64 that anybody sends.
  const head = text.slice(0, MIN_ENCODED);
  if (!/[a-z]/.test(head) || !/[A-Z]/.test(head) || !/\d/.test(head) || !BASE64.test(text)) return undefined;
  return { type: 'base64', bytes: toBytes(text, text.length) };
}

/** Where a text occurs in names and values, without regard to case: the paths of at most `limit` places, in the order of the text. */
export function findInJson(value: unknown, term: string, limit = MAX_HITS): readonly (readonly (string | number)[])[] {
  const needle = term.toLowerCase();
  const found: (readonly (string | number)[])[] = [];
  if (needle === '') return found;
  const waiting: { readonly item: unknown; readonly path: readonly (string | number)[] }[] = [
    { item: value, path: [] },
  ];
  while (waiting.length > 0 && found.length < limit) {
    const { item, path } = waiting.pop() ?? { item: undefined, path: [] };
    const key = path.at(-1);
    const isFound =
      (typeof key === 'string' && key.toLowerCase().includes(needle)) ||
      (!isContainer(item) && String(item).toLowerCase().includes(needle));
    if (isFound) found.push(path);
    for (let position = sizeOf(item) - 1; position >= 0; position--) {
      const [name, child] = childAt(item, position);
      waiting.push({ item: child, path: [...path, name] });
    }
  }
  return found;
}

function toBytes(text: string, length: number): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.floor(((length - padding) * 3) / 4);
}
