import { useEffect, useMemo, useReducer, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { JsonHits } from './json-hits.js';
import { JsonRow } from './json-row.js';
import classes from './json-tree.module.css';
import { moveInTree } from './keys.js';
import { findInJson } from './limits.js';
import { keyOf } from './row-keys.js';
import { reduceTree, startTree } from './tree-state.js';

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
  const [{ rows, active, value: shown }, dispatch] = useReducer(reduceTree, value, startTree);
  if (shown !== value) dispatch({ kind: 'show', value });
  const [hit, setHit] = useState(0);
  const tree = useRef<HTMLDivElement>(null);
  const found = useMemo(() => findInJson(value, term), [value, term]);
  useEffect(() => setHit(0), [found]);
  useEffect(() => {
    const path = found[hit];
    if (path) dispatch({ kind: 'go', path });
  }, [found, hit]);
  const row = rows[active];
  useEffect(() => {
    const element = tree.current?.querySelector<HTMLElement>('[tabindex="0"]');
    element?.scrollIntoView({ block: 'nearest' });
    if (tree.current?.contains(document.activeElement)) element?.focus();
  }, [row]);
  const press = (event: KeyboardEvent): void => {
    // Keys of buttons inside of a line are theirs.
    const isLine = event.target instanceof HTMLElement && event.target.getAttribute('role') === 'treeitem';
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isLine || !isPlain || moveInTree(rows, active, event.key) === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    dispatch({ kind: 'press', key: event.key });
  };
  return (
    <>
      <JsonHits term={term} count={found.length} hit={hit} onHit={setHit} />
      <div ref={tree} role="tree" aria-label={label} className={classes.tree} onKeyDown={press}>
        {rows.map((each, index) => (
          <JsonRow
            key={keyOf(each)}
            row={each}
            isActive={index === active}
            term={term}
            renderActions={renderActions}
            onEvent={dispatch}
          />
        ))}
      </div>
    </>
  );
}
