import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import { useScope } from '../../scope/scope.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { useSearchState } from '../../url/use-search-state.js';
import { OPEN_FIELDS } from '../fields.js';
import classes from '../settings.module.css';
import { DeleteEntry } from './delete-entry.js';
import { EntryDialog } from './entry-dialog.js';
import { EntryTable } from './entry-table.js';
import { ServiceOptions } from './service-options.js';

type Asked = { readonly kind: 'create' } | { readonly kind: 'delete'; readonly id: string };

/** Values that programs of the project read, and options of the service itself. */
export function ConfigurationSection(): ReactNode {
  const { can } = useSession();
  const { project } = useScope();
  const [asked, setAsked] = useState<Asked>();
  const [{ open }, update] = useSearchState(OPEN_FIELDS);
  const { data, error, refetch } = useApi('GET /settings/config', {});
  const reason = can('settings:write') ? undefined : missingScope('settings:write');
  const close = (): void => setAsked(undefined);
  const entries = data?.entries ?? [];
  const taken = entries.map(({ key }) => key);
  const deleted = asked?.kind === 'delete' ? entries.find(({ id }) => id === asked.id) : undefined;
  const edit = (key: string): void => update({ open: key });
  return (
    <>
      <PanelSection title="Entries" aside={<CopyMenu route="GET /settings/config" input={{}} project={project} />}>
        <div className={classes.form}>
          <div className={classes.bar}>
            <Button
              kind="primary"
              icon="plus"
              disabledReason={reason ?? (data ? undefined : 'The entries are not known yet.')}
              onClick={() => setAsked({ kind: 'create' })}
            >
              New entry
            </Button>
            <span className={classes.note}>Programs of the project read them by key, with settings:read.</span>
          </div>
          {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
          <EntryTable
            entries={data?.entries}
            disabledReason={reason}
            onEdit={edit}
            onDelete={(id) => setAsked({ kind: 'delete', id })}
          />
        </div>
      </PanelSection>
      <PanelSection title="Options of the service">
        <ServiceOptions entries={entries} disabledReason={reason} onSet={edit} />
      </PanelSection>
      {asked?.kind === 'create' && <EntryDialog entryKey="" entry={undefined} taken={taken} onClose={close} />}
      {deleted && <DeleteEntry entry={deleted} onClose={close} />}
      {data && open !== undefined && reason === undefined && (
        <EntryDialog
          key={open}
          entryKey={open}
          entry={entries.find(({ key }) => key === open)}
          taken={taken}
          onClose={() => update({ open: undefined })}
        />
      )}
    </>
  );
}
