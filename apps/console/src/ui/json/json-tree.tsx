import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { reveal, showMore, toggle, toRows, type Row } from './flatten.js';
import { JsonRow } from './json-row.js';
import classes from './json-tree.module.css';
import { moveInTree } from './keys.js';
import { findInJson } from './limits.js';
import { pathOf } from './node.js';

export interface JsonTreeProps {
  readonly value: unknown;
  /** The name of the tree, such as `Attributes`. */
  readonly label: string;
  /** Buttons for one value, at the end of its line; the path has names and indexes from the root. */
  readonly renderActions?: ((path: readonly (string | number)[], value: unknown) => ReactNode) | undefined;
}

/** A JSON value that fits into a tree. Lines are made when they are opened, 200 a step. */
export function JsonTree({
  value,
  label,
  renderActions,
  term = '',
}: JsonTreeProps & { readonly term?: string }): ReactNode {
  const [state, setState] = useState(() => ({ value, rows: toRows(value) }));
  const first = useMemo(() => toRows(value), [value]);
  const rows = state.value === value ? state.rows : first;
  const setRows = (changed: readonly Row[]): void => setState({ value, rows: changed });
  const [chosen, setActive] = useState(0);
  // Another value may have fewer lines.
  const active = Math.min(chosen, rows.length - 1);
  const [hit, setHit] = useState(0);
  const tree = useRef<HTMLDivElement>(null);
  const found = useMemo(() => findInJson(value, term), [value, term]);
  const go = (place: number): void => {
    const path = found[place];
    if (!path) return;
    const [opened, index] = reveal(rows, path);
    setHit(place);
    setRows(opened);
    setActive(Math.max(index, 0));
  };
  useEffect(() => go(0), [found]);
  useEffect(() => {
    const row = tree.current?.querySelector<HTMLElement>('[tabindex="0"]');
    row?.scrollIntoView({ block: 'nearest' });
    if (tree.current?.contains(document.activeElement)) row?.focus();
  }, [active]);
  const act = (index: number): void =>
    setRows(rows[index]?.kind === 'more' ? showMore(rows, index) : toggle(rows, index));
  const press = (event: KeyboardEvent): void => {
    // Keys of buttons inside of a line are theirs.
    if (!(event.target instanceof HTMLElement) || event.target.getAttribute('role') !== 'treeitem') return;
    const move = moveInTree(rows, active, event.key);
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (move.acts) act(active);
    else setActive(move.index);
  };
  return (
    <>
      <p className={classes.found} role="status">
        {term !== '' &&
          (found.length === 0
            ? 'Nothing found'
            : `${hit + 1} of ${found.length}${found.length === 500 ? ' or more' : ''}`)}
        {found.length > 1 && (
          <>
            <button type="button" className={classes.step} onClick={() => go((hit + found.length - 1) % found.length)}>
              Previous
            </button>
            <button type="button" className={classes.step} onClick={() => go((hit + 1) % found.length)}>
              Next
            </button>
          </>
        )}
      </p>
      <div ref={tree} role="tree" aria-label={label} className={classes.tree} onKeyDown={press}>
        {rows.map((row, index) => (
          <JsonRow
            key={toKey(row)}
            row={row}
            isActive={index === active}
            term={term}
            actions={row.kind === 'value' ? renderActions?.(pathOf(row.node), row.node.value) : undefined}
            onFocus={() => setActive(index)}
            onAct={() => {
              setActive(index);
              act(index);
            }}
          />
        ))}
      </div>
    </>
  );
}

/** Nodes are known by their way from the root, and made anew when their parent is opened again. */
function toKey(row: Row): string {
  return `${row.kind} ${JSON.stringify(pathOf(row.node))}`;
}
