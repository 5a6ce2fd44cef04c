import { useState, type ReactNode } from 'react';
import { useApiPages } from '../api/hooks.js';
import { CopyMenu } from '../copy/copy-menu.js';
import type { DashboardsListResponse } from '../gen/api.js';
import { usePagedRows } from '../rows/use-paged-rows.js';
import { useScope } from '../scope/scope.js';
import { SearchField } from '../search/search-field.js';
import { useSession } from '../session/session.js';
import { Button } from '../ui/controls/button.js';
import { later } from '../ui/controls/later.js';
import { ToggleChip } from '../ui/controls/toggle-chip.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { Page } from '../ui/layout/page.js';
import { OutsideText } from '../ui/text/outside-text.js';
import { useSearchState } from '../url/use-search-state.js';
import classes from './dashboards-page.module.css';
import { DASHBOARDS_FIELDS } from './fields.js';
import { DashboardList } from './list/dashboard-list.js';
import { NoDashboards } from './list/no-dashboards.js';
import { tagsOf, withTags } from './list/tags.js';

const CreateDialog = later(
  async () => (await import('./list/create-dialog.js')).CreateDialog,
  () => null,
);
const ImportDialog = later(
  async () => (await import('./list/import-dialog.js')).ImportDialog,
  () => null,
);

/** The dashboards of the project. */
export function DashboardsPage(): ReactNode {
  const { project } = useScope();
  const { can } = useSession();
  const [{ name, tag }, update] = useSearchState(DASHBOARDS_FIELDS);
  const [dialog, setDialog] = useState<'create' | 'import'>();
  const input = { query: { limit: 100, ...(name !== '' && { name }) } };
  const pages = useApiPages('GET /dashboards', input);
  const { rows, isEmpty, onEnd, foot } = usePagedRows(pages, toRows, (row) => withTags([row], tag).length > 0);
  const shown = withTags(rows, tag);
  const reason = can('dashboards:write') ? undefined : 'Your role does not have dashboards:write.';
  const toggle = (text: string): void =>
    update({ tag: tag.includes(text) ? tag.filter((other) => other !== text) : [...tag, text] }, { replace: true });
  const { data, error } = pages;
  return (
    <Page
      title="Dashboards"
      fills
      actions={
        <>
          <Button disabledReason={reason} onClick={() => setDialog('import')}>
            Import
          </Button>
          <Button kind="primary" icon="plus" disabledReason={reason} onClick={() => setDialog('create')}>
            New dashboard
          </Button>
          <CopyMenu route="GET /dashboards" input={input} project={project} />
        </>
      }
    >
      <div className={classes.toolbar}>
        <SearchField
          label="Search dashboards"
          placeholder="Name contains"
          value={name}
          onSubmit={(text) => update({ name: text }, { replace: true })}
        />
        <div role="group" aria-label="Tags" className={classes.tags}>
          {tagsOf(rows, tag).map((text) => (
            <ToggleChip key={text} isOn={tag.includes(text)} onToggle={() => toggle(text)}>
              <OutsideText text={text} />
            </ToggleChip>
          ))}
        </div>
      </div>
      {error && rows.length === 0 && <ErrorBox error={error} onRetry={() => void pages.refetch()} />}
      {isEmpty ? (
        <NoDashboards name={name} tags={tag} onShowAll={() => update({ name: '', tag: [] })} />
      ) : (
        <DashboardList rows={shown} isLoading={!data} onEnd={onEnd} foot={foot} reason={reason} />
      )}
      {dialog === 'create' && <CreateDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'import' && <ImportDialog onClose={() => setDialog(undefined)} />}
    </Page>
  );
}

function toRows({ dashboards }: DashboardsListResponse): DashboardsListResponse['dashboards'] {
  return dashboards;
}
