import type { ReactNode } from 'react';
import { useApiPages } from '../api/hooks.js';
import { CopyMenu } from '../copy/copy-menu.js';
import type { SourcemapsListResponse, SymbolFile, SymbolsListResponse } from '../gen/api.js';
import { ScopeLink } from '../links/scope-link.js';
import { Rows } from '../rows/rows.js';
import { usePagedRows } from '../rows/use-paged-rows.js';
import { useScope } from '../scope/scope.js';
import { SearchField } from '../search/search-field.js';
import { Segmented } from '../ui/controls/segmented.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { LeadItems } from '../ui/layout/lead-items.js';
import { Page } from '../ui/layout/page.js';
import { Beside } from '../ui/layout/panel.js';
import { useSearchState } from '../url/use-search-state.js';
import { SYMBOLS_FIELDS, type Kind } from './fields.js';
import { FileCells, toFileColumns } from './file-cells.js';
import { FilePanel } from './file-panel.js';
import { NoFiles } from './no-files.js';
import classes from './symbols-page.module.css';

const PAGE_SIZE = 100;
const VIEWS: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: 'sourcemaps', label: 'Source maps' },
  { value: 'programs', label: 'Android and Apple' },
];
const PROGRAMS = { query: { limit: PAGE_SIZE } };

/** The uploaded files that make stacks readable, the newest first. */
export function SymbolsPage(): ReactNode {
  const { project } = useScope();
  const [state, update] = useSearchState(SYMBOLS_FIELDS);
  const { kind, release, open } = state;
  const isMaps = kind === 'sourcemaps';
  const mapsInput = { query: { limit: PAGE_SIZE, ...(release !== '' && { release }) } };
  const maps = useApiPages('GET /sourcemaps', mapsInput, { enabled: isMaps });
  const programs = useApiPages('GET /symbols', PROGRAMS, { enabled: !isMaps });
  const [mapRows, programRows] = [usePagedRows(maps, toMaps), usePagedRows(programs, toPrograms)];
  const { rows, isEmpty, onEnd, foot } = isMaps ? mapRows : programRows;
  const { error, refetch } = isMaps ? maps : programs;
  const onOpen = (file: SymbolFile | undefined): void => update({ open: file?.id }, { replace: true });
  const isNarrow = open !== undefined;
  return (
    <Page
      title="Symbol files"
      fills
      lead={
        <LeadItems>
          <ScopeLink to="issues">All issues</ScopeLink>
          <ScopeLink to="releases">All releases</ScopeLink>
        </LeadItems>
      }
      actions={
        isMaps ? (
          <CopyMenu route="GET /sourcemaps" input={mapsInput} project={project} />
        ) : (
          <CopyMenu route="GET /symbols" input={PROGRAMS} project={project} />
        )
      }
    >
      <div className={classes.bar}>
        <Segmented
          label="Files"
          value={kind}
          options={VIEWS}
          onChange={(next) => update({ kind: next, open: undefined })}
        />
        {isMaps && (
          <SearchField
            label="Release"
            placeholder="Exact name of a release"
            value={release}
            onSubmit={(next) => update({ release: next.trim(), open: undefined }, { replace: true })}
          />
        )}
      </div>
      <Beside>
        {error && rows.length === 0 && <ErrorBox error={error} onRetry={() => void refetch()} />}
        {isEmpty && <NoFiles state={state} onRemoveFilter={() => update({ release: '' })} />}
        {!isEmpty && !(error && rows.length === 0) && (
          <Rows
            label={isMaps ? 'Source maps' : 'Files of Android and Apple programs'}
            rows={rows}
            columns={toFileColumns(isNarrow)}
            getId={getId}
            renderCells={(file) => <FileCells file={file} isNarrow={isNarrow} />}
            open={open}
            onOpen={onOpen}
            onEnd={onEnd}
            foot={foot}
          />
        )}
        {isNarrow && (
          <FilePanel key={open} file={rows.find(({ id }) => id === open)} onClose={() => onOpen(undefined)} />
        )}
      </Beside>
    </Page>
  );
}

const getId = ({ id }: SymbolFile): string => id;
const toMaps = ({ sourcemaps }: SourcemapsListResponse): readonly SymbolFile[] => sourcemaps;
const toPrograms = ({ symbol_files: files }: SymbolsListResponse): readonly SymbolFile[] => files;
