import { memo, type ReactNode } from 'react';
import type { SymbolFile } from '../gen/api.js';
import { Cell, type Column } from '../rows/rows.js';
import { formatBytes } from '../time/format.js';
import { TimeText } from '../time/time-text.js';
import { OutsideText } from '../ui/text/outside-text.js';

const COLUMNS: readonly Column[] = [
  { label: 'File', width: 'minmax(160px, 1fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'Release', width: 'minmax(100px, 18%)', narrowWidth: '110px' },
  { label: 'Debug ID', width: 'minmax(120px, 24%)', isOptional: true },
  { label: 'Size', width: '80px', narrowWidth: '72px', isNumber: true },
  { label: 'Uploaded', width: '140px', isOptional: true },
];

/** @param isNarrow while the details of a file take the place of the other columns. */
export function toFileColumns(isNarrow: boolean): readonly Column[] {
  return isNarrow ? COLUMNS.filter(({ isOptional }) => isOptional !== true) : COLUMNS;
}

interface FileCellsProps {
  readonly file: SymbolFile;
  readonly isNarrow: boolean;
}

/** The cells of one file. */
export const FileCells = memo(function FileCells({ file, isNarrow }: FileCellsProps): ReactNode {
  const { filename, release, dist, debug_id: debugId, arch, size, created_at: created } = file;
  const belongsTo = [release, dist].filter((part) => part !== '').join(', distribution ');
  return (
    <>
      <Cell>
        <OutsideText text={arch === '' ? filename : `${filename} (${arch})`} limit={300} />
      </Cell>
      <Cell>{belongsTo === '' ? 'any' : <OutsideText text={belongsTo} limit={200} />}</Cell>
      {!isNarrow && (
        <Cell isOptional>
          <code>
            <OutsideText text={debugId} limit={80} />
          </code>
        </Cell>
      )}
      <Cell isNumber>{formatBytes(size)}</Cell>
      {!isNarrow && <Cell isOptional>{created !== undefined && <TimeText at={created} precision="minute" />}</Cell>}
    </>
  );
});
