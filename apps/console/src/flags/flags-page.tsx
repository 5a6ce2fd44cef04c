import { useState, type ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { CopyMenu } from '../copy/copy-menu.js';
import { AloneLink } from '../links/alone-link.js';
import { useScope } from '../scope/scope.js';
import { SearchField } from '../search/search-field.js';
import { missingScope } from '../session/missing-scope.js';
import { useSession } from '../session/session.js';
import { Button } from '../ui/controls/button.js';
import { Segmented } from '../ui/controls/segmented.js';
import { Empty } from '../ui/feedback/empty.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { Page } from '../ui/layout/page.js';
import { Beside, Panel } from '../ui/layout/panel.js';
import { OutsideText } from '../ui/text/outside-text.js';
import { useSearchState } from '../url/use-search-state.js';
import { CreateDialog } from './actions/create-dialog.js';
import { FLAGS_FIELDS, STATES } from './fields.js';
import { FlagDetails } from './flag-details.js';
import { FlagList } from './flag-list.js';
import classes from './flags-page.module.css';

const LABELS = { all: 'All', active: 'Active', inactive: 'Inactive' };

/** The flags of the project, whom they are on for, and a way to make one. */
export function FlagsPage(): ReactNode {
  const { project } = useScope();
  const { can } = useSession();
  const [state, update] = useSearchState(FLAGS_FIELDS);
  const [isCreating, setCreating] = useState(false);
  const onOpen = (key: string | undefined): void => update({ open: key }, { replace: true });
  if (!can('flags:read'))
    return (
      <Page title="Flags">
        <Empty title="You may not read flags" text={missingScope('flags:read')} />
      </Page>
    );
  return (
    <Page
      title="Flags"
      fills
      actions={
        <>
          <Button
            kind="primary"
            icon="plus"
            disabledReason={can('flags:write') ? undefined : missingScope('flags:write')}
            onClick={() => setCreating(true)}
          >
            New flag
          </Button>
          <CopyMenu route="GET /flags" input={{ query: { name: state.q } }} project={project} />
        </>
      }
    >
      <div className={classes.bar}>
        <SearchField
          label="Search flags"
          placeholder="Key or name contains"
          value={state.q}
          onSubmit={(q) => update({ q }, { replace: true })}
        />
        <Segmented
          label="State"
          value={state.state}
          options={STATES.map((value) => ({ value, label: LABELS[value] }))}
          onChange={(next) => update({ state: next })}
        />
      </div>
      <Beside>
        <FlagList state={state} update={update} />
        {state.open !== undefined && (
          <FlagPanel key={state.open} flagKey={state.open} onClose={() => onOpen(undefined)} />
        )}
      </Beside>
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function FlagPanel({ flagKey, onClose }: { readonly flagKey: string; readonly onClose: () => void }): ReactNode {
  const { data, error, refetch } = useApi('GET /flags/{flag_key}', { path: { flag_key: flagKey } });
  return (
    <Panel
      title={<OutsideText text={flagKey} limit={120} />}
      onClose={onClose}
      actions={<AloneLink type="flag" id={flagKey} />}
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data && <FlagDetails flag={data} />}
    </Panel>
  );
}
