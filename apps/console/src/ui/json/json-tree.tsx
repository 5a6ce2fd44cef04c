import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useReducer, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { JsonHits } from './json-hits.js';
import { JsonRow } from './json-row.js';
import classes from './json-tree.module.css';
import { moveInTree } from './keys.js';
import { findInJson } from './limits.js';
import { toKey } from './row-keys.js';
import { reduceTree, startTree } from './tree-state.js';

export interface JsonTreeProps {
  readonly value: unknown;
  /** The name of the tree, such as `Attributes`. */
  readonly label: string;
  /** Buttons for one value, at the end of its line; the path has names and indexes from the root. */
  readonly renderActions?: ((path: readonly (string | number)[], value: unknown) => ReactNode) | undefined;
}

/** Height of a line whose text is not wrapped, in pixels. */
const LINE_HEIGHT = 22;

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
  // The focused line may leave the page before the next one is there, so the focus itself does not tell.
  const isPressed = useRef(false);
  const found = useMemo(() => findInJson(value, term), [value, term]);
  useEffect(() => setHit(0), [found]);
  useEffect(() => {
    const path = found[hit];
    if (path) dispatch({ kind: 'go', path });
  }, [found, hit]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => tree.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (index) => toKey(rows[index]),
    overscan: 10,
    paddingStart: 4,
    paddingEnd: 4,
    scrollPaddingStart: 4,
    scrollPaddingEnd: 4,
    // The line that the tab key reaches must exist, also when it is scrolled away.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), active])].toSorted((a, b) => a - b),
  });
  const row = rows[active];
  useEffect(() => {
    virtual.scrollToIndex(active);
    if (isPressed.current) tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
    isPressed.current = false;
  }, [row]);
  const press = (event: KeyboardEvent): void => {
    // Keys of buttons inside of a line are theirs.
    const isLine = event.target instanceof HTMLElement && event.target.getAttribute('role') === 'treeitem';
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isLine || !isPlain || moveInTree(rows, active, event.key) === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    isPressed.current = true;
    dispatch({ kind: 'press', key: event.key });
  };
  return (
    <>
      <JsonHits term={term} count={found.length} hit={hit} onHit={setHit} />
      <div ref={tree} role="tree" aria-label={label} className={classes.tree} onKeyDown={press}>
        <div role="none" className={classes.lines} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().flatMap(({ index, key, start }) => {
            const each = rows[index];
            if (!each) return [];
            return (
              <div
                key={key}
                ref={virtual.measureElement}
                role="none"
                data-index={index}
                className={classes.line}
                style={{ transform: `translateY(${start}px)` }}
              >
                <JsonRow
                  row={each}
                  isActive={index === active}
                  term={term}
                  renderActions={renderActions}
                  onEvent={dispatch}
                />
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}
