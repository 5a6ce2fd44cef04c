import type { AgentRunStep } from '../../gen/api.js';

type Placed = Pick<AgentRunStep, 'span_id' | 'parent_span_id' | 'offset_ms'>;

export interface StepRow<S extends Placed = AgentRunStep> {
  readonly step: S;
  readonly depth: number;
  /** Number of steps below it at any depth. */
  readonly below: number;
}

/**
 * The steps as a tree in the order of a reader: each step, then those that it caused, by start. Steps whose parent is not among them are
 * at the top, and so are those of a circle.
 */
export function toStepRows<S extends Placed>(steps: readonly S[]): readonly StepRow<S>[] {
  const known = new Set(steps.map(({ span_id: id }) => id));
  const children = new Map<string, S[]>();
  const roots: S[] = [];
  for (const step of steps.toSorted((a, b) => a.offset_ms - b.offset_ms)) {
    const { span_id: id, parent_span_id: parent } = step;
    if (parent === undefined || parent === id || !known.has(parent)) {
      roots.push(step);
      continue;
    }
    const siblings = children.get(parent);
    if (siblings) siblings.push(step);
    else children.set(parent, [step]);
  }
  const seen = new Set<string>();
  const rows: { step: S; depth: number; below: number }[] = [];
  const add = (root: S): void => {
    // A stack of our own, because a hostile trace may be deeper than that of the browser.
    const waiting = [{ step: root, depth: 0 }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (seen.has(next.step.span_id)) continue;
      seen.add(next.step.span_id);
      rows.push({ ...next, below: 0 });
      const { depth } = next;
      for (const step of (children.get(next.step.span_id) ?? []).toReversed()) waiting.push({ step, depth: depth + 1 });
    }
  };
  for (const root of roots) add(root);
  for (const step of steps) if (!seen.has(step.span_id)) add(step);
  countBelow(rows);
  return rows;
}

/** A row ends where one of its depth or less follows. */
function countBelow(rows: { depth: number; below: number }[]): void {
  const open: number[] = [];
  const close = (depth: number, end: number): void => {
    for (let last = open.at(-1); last !== undefined && (rows[last]?.depth ?? 0) >= depth; last = open.at(-1)) {
      const row = rows[last];
      if (row) row.below = end - last - 1;
      open.pop();
    }
  };
  for (const [index, { depth }] of rows.entries()) {
    close(depth, index);
    open.push(index);
  }
  close(0, rows.length);
}

/** The rows without those below steps that are closed. */
export function toVisibleRows<S extends Placed>(
  rows: readonly StepRow<S>[],
  closed: ReadonlySet<string>,
): readonly StepRow<S>[] {
  const visible: StepRow<S>[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index];
    if (!row) break;
    visible.push(row);
    if (closed.has(row.step.span_id)) index += row.below;
  }
  return visible;
}
