import { memo, type ReactNode } from 'react';
import { findTerms } from '../../text/segments.js';
import { formatBytes, formatCount } from '../../time/amounts.js';
import { OutsideText } from '../text/outside-text.js';
import { STEP, type Row } from './flatten.js';
import classes from './json-tree.module.css';
import { findEncoded } from './limits.js';
import { isContainer, pathOf } from './node.js';
import type { TreeEvent } from './tree-state.js';

interface JsonRowProps {
  readonly row: Row;
  readonly isActive: boolean;
  readonly term: string;
  readonly renderActions: ((path: readonly (string | number)[], value: unknown) => ReactNode) | undefined;
  readonly onEvent: (event: TreeEvent) => void;
}

/** Levels that are indented; deeper ones say their level instead. */
const MAX_INDENT = 24;

/** One line of a tree: a name with its value, or the offer to show more. A key that moves the focus renders two lines. */
export const JsonRow = memo(function JsonRow({ row, isActive, term, renderActions, onEvent }: JsonRowProps): ReactNode {
  const { node } = row;
  const act = (): void => onEvent({ kind: 'act', row });
  const depth = row.kind === 'more' ? node.depth + 1 : node.depth;
  const canOpen = row.kind === 'value' && node.size > 0;
  return (
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={canOpen ? row.open : undefined}
      aria-setsize={row.kind === 'value' ? (node.parent?.size ?? 1) : undefined}
      aria-posinset={row.kind === 'value' ? node.position + 1 : undefined}
      aria-selected={isActive}
      tabIndex={isActive ? 0 : -1}
      className={classes.row}
      style={{ paddingInlineStart: Math.min(depth, MAX_INDENT) * 14 + 4 }}
      onFocus={(event) => event.target === event.currentTarget && !isActive && onEvent({ kind: 'focus', row })}
    >
      {canOpen ? (
        <button type="button" tabIndex={-1} aria-hidden="true" className={classes.toggle} onClick={act}>
          {row.open ? '▾' : '▸'}
        </button>
      ) : (
        <span className={classes.toggle} />
      )}
      {depth > MAX_INDENT && <span className={classes.level}>{depth}</span>}
      {row.kind === 'more' ? (
        <button type="button" tabIndex={-1} className={classes.step} onClick={act}>
          Show {formatCount(Math.min(STEP, node.size - row.shown))} more of {formatCount(node.size)}
        </button>
      ) : (
        <>
          {node.key !== undefined && (
            <span className={classes.key}>
              <Marked text={String(node.key)} term={typeof node.key === 'string' ? term : ''} />:
            </span>
          )}
          <Value value={node.value} size={node.size} term={term} />
          {renderActions && <span className={classes.actions}>{renderActions(pathOf(node), node.value)}</span>}
        </>
      )}
    </div>
  );
});

function Value({
  value,
  size,
  term,
}: {
  readonly value: unknown;
  readonly size: number;
  readonly term: string;
}): ReactNode {
  if (isContainer(value)) {
    const isList = Array.isArray(value);
    const things = isList ? 'item' : 'field';
    return (
      <span className={classes.size}>
        {size === 0 ? (isList ? '[]' : '{}') : `${formatCount(size)} ${things}${size === 1 ? '' : 's'}`}
      </span>
    );
  }
  if (typeof value !== 'string')
    return (
      <span className={classes.scalar}>
        <Marked text={String(value)} term={term} />
      </span>
    );
  const encoded = findEncoded(value);
  if (encoded)
    return (
      <span className={classes.chip}>
        {encoded.type}, {formatBytes(encoded.bytes)}
      </span>
    );
  return (
    <span className={classes.text}>
      <Marked text={value} term={term} />
    </span>
  );
}

function Marked({ text, term }: { readonly text: string; readonly term: string }): ReactNode {
  return (
    <OutsideText
      text={text}
      limit={2000}
      {...(term !== '' && { highlights: findTerms(text.slice(0, 2000), [term]) })}
    />
  );
}
