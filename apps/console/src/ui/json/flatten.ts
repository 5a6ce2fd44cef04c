import { childAt, positionOf, toNode, type JsonNode } from './node.js';

/** A visible line: a value, or the offer to show more children of one. */
export type Row =
  | { readonly kind: 'value'; readonly node: JsonNode; readonly open: boolean }
  | { readonly kind: 'more'; readonly node: JsonNode; readonly shown: number };

/** Children that one step shows. */
export const STEP = 200;

/** The rows of a value of which nothing but the first level is visible. */
export function toRows(value: unknown): readonly Row[] {
  const node = toNode(undefined, undefined, value, 0);
  const rows: readonly Row[] = [{ kind: 'value', node, open: false }];
  return toggle(rows, 0);
}

/** Opens or closes the value of a row; a row without children stays as it is. */
export function toggle(rows: readonly Row[], index: number): readonly Row[] {
  const row = rows[index];
  if (row?.kind !== 'value' || row.node.size === 0) return rows;
  const turned: Row = { kind: 'value', node: row.node, open: !row.open };
  if (!row.open) return rows.toSpliced(index, 1, turned, ...childRows(row.node, 0, STEP));
  return rows.toSpliced(index, endOf(rows, index) - index, turned);
}

/** Shows the next children in place of the row that offers them. */
export function showMore(rows: readonly Row[], index: number, count = STEP): readonly Row[] {
  const row = rows[index];
  return row?.kind === 'more' ? rows.toSpliced(index, 1, ...childRows(row.node, row.shown, count)) : rows;
}

/** Opens what hides a value, and returns the rows and the place of its row; -1 if the path leads nowhere. */
export function reveal(
  rows: readonly Row[],
  path: readonly (string | number)[],
): readonly [rows: readonly Row[], index: number] {
  let shown = rows;
  let index = 0;
  for (const key of path) {
    const row = shown[index];
    if (row?.kind !== 'value') return [rows, -1];
    if (!row.open) shown = toggle(shown, index);
    const position = positionOf(row.node.value, key);
    if (position === -1) return [rows, -1];
    [shown, index] = findChild(shown, index, position);
  }
  return [shown, index];
}

/** The index of the row of the parent; -1 for the root. */
export function parentIndex(rows: readonly Row[], index: number): number {
  const row = rows[index];
  const parent = row?.kind === 'more' ? row.node : row?.node.parent;
  return parent === undefined
    ? -1
    : rows.findLastIndex((other, at) => at < index && other.kind === 'value' && other.node === parent);
}

function findChild(
  rows: readonly Row[],
  parent: number,
  position: number,
): readonly [rows: readonly Row[], index: number] {
  let shown = rows;
  const depth = depthOf(rows[parent]) + 1;
  for (let index = parent + 1; index < shown.length; index++) {
    const row = shown[index];
    if (depthOf(row) !== depth) continue;
    if (row?.kind === 'value' && row.node.position === position) return [shown, index];
    if (row?.kind === 'more') shown = showMore(shown, index--, position - row.shown + 1);
  }
  return [shown, -1];
}

/** The index after the last row below a row. */
function endOf(rows: readonly Row[], index: number): number {
  const depth = depthOf(rows[index]);
  const end = rows.findIndex((row, at) => at > index && depthOf(row) <= depth);
  return end === -1 ? rows.length : end;
}

/** The offer of more children is as deep as the children. */
function depthOf(row: Row | undefined): number {
  return row === undefined ? 0 : row.node.depth + (row.kind === 'more' ? 1 : 0);
}

function childRows(parent: JsonNode, from: number, count: number): Row[] {
  const to = Math.min(from + count, parent.size);
  const rows: Row[] = [];
  for (let position = from; position < to; position++) {
    const [key, value] = childAt(parent.value, position);
    rows.push({ kind: 'value', node: toNode(parent, key, value, position), open: false });
  }
  if (to < parent.size) rows.push({ kind: 'more', node: parent, shown: to });
  return rows;
}
