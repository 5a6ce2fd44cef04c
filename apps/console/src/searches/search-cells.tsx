import { memo, type ReactNode } from 'react';
import type { SavedSearch } from '../gen/api.js';
import { Cell, type Column } from '../rows/rows.js';
import { TimeText } from '../time/time-text.js';
import { Badge } from '../ui/controls/badge.js';
import { OutsideText } from '../ui/text/outside-text.js';
import { describeQuery } from './search-draft.js';

const COLUMNS: readonly Column[] = [
  { label: 'Name', width: 'minmax(140px, 1fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'Signal', width: '72px', narrowWidth: '64px' },
  { label: 'Query', width: 'minmax(160px, 2fr)', isOptional: true },
  { label: 'Visible', width: '80px', narrowWidth: '76px' },
  { label: 'Owner', width: '140px', isOptional: true },
  { label: 'Changed', width: '140px', isOptional: true },
];

/** @param isNarrow while the details of a search take the place of the other columns. */
export function toSearchColumns(isNarrow: boolean): readonly Column[] {
  return isNarrow ? COLUMNS.filter(({ isOptional }) => isOptional !== true) : COLUMNS;
}

interface SearchCellsProps {
  readonly search: SavedSearch;
  readonly isNarrow: boolean;
  readonly nameOf: (id: string | undefined) => string;
}

/** The cells of one saved search. */
export const SearchCells = memo(function SearchCells({ search, isNarrow, nameOf }: SearchCellsProps): ReactNode {
  const { name, signal, query, is_shared: isShared, created_by: owner, updated_at: changed } = search;
  return (
    <>
      <Cell>
        <OutsideText text={name} limit={200} />
      </Cell>
      <Cell>{signal}</Cell>
      {!isNarrow && (
        <Cell isOptional>
          <code>
            <OutsideText text={describeQuery(query)} limit={300} />
          </code>
        </Cell>
      )}
      <Cell>
        <Badge tone={isShared ? 'info' : 'neutral'}>{isShared ? 'shared' : 'private'}</Badge>
      </Cell>
      {!isNarrow && (
        <>
          <Cell isOptional>
            <OutsideText text={nameOf(owner)} />
          </Cell>
          <Cell isOptional>{changed !== undefined && <TimeText at={changed} precision="minute" />}</Cell>
        </>
      )}
    </>
  );
});
