import type { ReactNode } from 'react';
import { useApiPages } from '../api/hooks.js';
import { CopyMenu } from '../copy/copy-menu.js';
import type { SavedSearch, SavedSearchesListResponse } from '../gen/api.js';
import { ScopeLink } from '../links/scope-link.js';
import { Rows } from '../rows/rows.js';
import { usePagedRows } from '../rows/use-paged-rows.js';
import { useScope } from '../scope/scope.js';
import { SearchField } from '../search/search-field.js';
import { useMembers } from '../session/use-members.js';
import { Button } from '../ui/controls/button.js';
import { Segmented } from '../ui/controls/segmented.js';
import { Empty } from '../ui/feedback/empty.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { Page } from '../ui/layout/page.js';
import { Beside } from '../ui/layout/panel.js';
import { useSearchState } from '../url/use-search-state.js';
import { SEARCHES_FIELDS, SIGNALS } from './fields.js';
import { SearchCells, toSearchColumns } from './search-cells.js';
import { SearchPanel } from './search-panel.js';
import classes from './searches.module.css';

const PAGE_SIZE = 100;
const OPTIONS = (['all', ...SIGNALS] as const).map((value) => ({
  value,
  label: `${value.slice(0, 1).toUpperCase()}${value.slice(1)}`,
}));

/** The saved searches that the user can see: their own, and the shared ones of others. */
export function SearchesPage(): ReactNode {
  const { project } = useScope();
  const { nameOf } = useMembers();
  const [{ name, signal, open }, update] = useSearchState(SEARCHES_FIELDS);
  const query = { limit: PAGE_SIZE, ...(name !== '' && { name }), ...(signal !== 'all' && { signal }) };
  const pages = useApiPages('GET /search/saved', { query });
  const { rows, isEmpty, onEnd, foot } = usePagedRows(pages, toRows);
  const { error, refetch } = pages;
  const isNarrow = open !== undefined;
  const onOpen = (id: string | undefined): void => update({ open: id }, { replace: true });
  const isFiltered = name !== '' || signal !== 'all';
  return (
    <Page
      title="Saved searches"
      fills
      lead={<ScopeLink to="logs">Logs</ScopeLink>}
      actions={<CopyMenu route="GET /search/saved" input={{ query }} project={project} />}
    >
      <div className={classes.bar}>
        <SearchField
          label="Search saved searches"
          placeholder="Name contains"
          value={name}
          onSubmit={(next) => update({ name: next }, { replace: true })}
        />
        <Segmented
          label="Signal"
          value={signal}
          options={OPTIONS}
          onChange={(next) => update({ signal: next, open: undefined })}
        />
      </div>
      <Beside>
        {error && rows.length === 0 && <ErrorBox error={error} onRetry={() => void refetch()} />}
        {isEmpty && (
          <Empty
            title={isFiltered ? 'No such search' : 'No search is saved yet'}
            text={
              isFiltered
                ? 'None that you can see has this name and signal.'
                : 'A saved search keeps a query with its filters, for you or for the members of the project. Save one on the page of logs.'
            }
            {...(!isFiltered && { command: 'svc saved-searches create --help' })}
          >
            {isFiltered && <Button onClick={() => update({ name: '', signal: 'all' })}>Remove the filters</Button>}
          </Empty>
        )}
        {!isEmpty && !(error && rows.length === 0) && (
          <Rows
            label="Saved searches"
            rows={rows}
            columns={toSearchColumns(isNarrow)}
            getId={getId}
            renderCells={(search) => <SearchCells search={search} isNarrow={isNarrow} nameOf={nameOf} />}
            open={open}
            onOpen={(search) => onOpen(search?.id)}
            onEnd={onEnd}
            foot={foot}
          />
        )}
        {open !== undefined && <SearchPanel key={open} id={open} onOpen={onOpen} onClose={() => onOpen(undefined)} />}
      </Beside>
    </Page>
  );
}

const getId = ({ id }: SavedSearch): string => id;
const toRows = ({ saved_searches: searches }: SavedSearchesListResponse): readonly SavedSearch[] => searches;
