import { childAt, isContainer, sizeOf } from './node.js';

/** A list or an object that is being written, and the position of its next child. */
interface Open {
  readonly value: object;
  readonly size: number;
  next: number;
}

/**
 * The JSON of a value, with exact integers. It does not recurse, as `JSON.stringify` does, so that no depth is too much, and it stops
 * soon after `limit` UTF-16 units.
 */
export function printJson(
  value: unknown,
  { indent = 2, limit = Infinity }: { readonly indent?: number; readonly limit?: number } = {},
): string {
  const parts: string[] = [];
  let length = 0;
  const write = (text: string): void => {
    length += text.length;
    parts.push(text);
  };
  const open: Open[] = [];
  const newLine = (depth: number): string => (indent === 0 ? '' : `\n${' '.repeat(Math.min(indent * depth, limit))}`);
  const begin = (item: unknown): void => {
    const size = sizeOf(item);
    if (!isContainer(item)) write(scalar(item));
    else if (size === 0) write(Array.isArray(item) ? '[]' : '{}');
    else {
      write(Array.isArray(item) ? '[' : '{');
      open.push({ value: item, size, next: 0 });
    }
  };
  begin(value);
  for (let top = open.at(-1); top !== undefined && length < limit; top = open.at(-1)) {
    const isList = Array.isArray(top.value);
    if (top.next === top.size) {
      open.pop();
      write(`${newLine(open.length)}${isList ? ']' : '}'}`);
      continue;
    }
    const [key, child] = childAt(top.value, top.next);
    const name = isList ? '' : `${JSON.stringify(key)}:${indent === 0 ? '' : ' '}`;
    write(`${top.next === 0 ? '' : ','}${newLine(open.length)}${name}`);
    top.next += 1;
    begin(child);
  }
  const text = parts.join('');
  return text.length > limit ? text.slice(0, limit) : text;
}

function scalar(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null');
}
