import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import type { ApiKey } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { TimeText } from '../../time/time-text.js';
import { Badge } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { ToggleChip } from '../../ui/controls/toggle-chip.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { useSearchState } from '../../url/use-search-state.js';
import { KEYS_FIELDS } from '../fields.js';
import classes from '../settings.module.css';
import { CreateKey } from './create-key.js';
import { toState } from './key-state.js';
import { RevokeKey } from './revoke-key.js';

/** The credentials of programs: what each may do, and when it was used last. */
export function KeysSection(): ReactNode {
  const { can, projects } = useSession();
  const { project, nowMs } = useScope();
  const [{ ended }, update] = useSearchState(KEYS_FIELDS);
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey>();
  const { data, error, refetch } = useApi('GET /account/api-keys', {});
  const reason = can('api_keys:write') ? undefined : missingScope('api_keys:write');
  const rows = data?.api_keys.filter((key) => ended || toState(key, nowMs) === 'active');
  const hidden = (data?.api_keys.length ?? 0) - (rows?.length ?? 0);
  return (
    <>
      <div className={classes.bar}>
        <Button kind="primary" icon="plus" disabledReason={reason} onClick={() => setCreating(true)}>
          New key
        </Button>
        <ToggleChip isOn={ended} onToggle={() => update({ ended: !ended })}>
          Revoked and expired
        </ToggleChip>
        <CopyMenu route="GET /account/api-keys" input={{}} project={project} />
      </div>
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table<ApiKey>
        label="API keys"
        rows={rows}
        getId={({ id }) => id}
        empty={
          hidden > 0
            ? 'No key works at present. Create one, or show the revoked and expired ones.'
            : 'No program has a key yet. Create one, or run svc api-keys create.'
        }
        columns={[
          { label: 'Name', render: ({ name }) => <OutsideText text={name} limit={80} /> },
          { label: 'Starts with', isOptional: true, render: ({ prefix }) => <code>{prefix}</code> },
          {
            label: 'Scopes',
            render: ({ scopes, publishable }) => (
              <span title={scopes.join(', ')}>
                {scopes.length <= 2 ? scopes.join(', ') : `${scopes.length} scopes`}{' '}
                {publishable && <Badge tone="info">publishable</Badge>}
              </span>
            ),
          },
          {
            label: 'For',
            isOptional: true,
            render: ({ project_id: id }) =>
              id === undefined ? (
                'organization'
              ) : (
                <OutsideText text={projects.find((each) => each.id === id)?.name ?? 'another project'} limit={80} />
              ),
          },
          { label: 'Last used', isOptional: true, render: ({ last_used_at: at }) => toTime(at, 'never') },
          { label: 'Expires', isOptional: true, render: ({ expires_at: at }) => toTime(at, 'never') },
          {
            label: 'Actions',
            isNumber: true,
            render: (key) =>
              toState(key, nowMs) === 'active' ? (
                <Button disabledReason={reason} aria-label={`Revoke ${key.name}`} onClick={() => setRevoked(key)}>
                  Revoke
                </Button>
              ) : (
                <Badge>{toState(key, nowMs)}</Badge>
              ),
          },
        ]}
      />
      {hidden > 0 && <p className={classes.note}>{`${hidden} revoked or expired keys are not shown.`}</p>}
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
      {revoked && <RevokeKey apiKey={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  );
}

function toTime(at: string | undefined, otherwise: string): ReactNode {
  return at === undefined ? otherwise : <TimeText at={at} precision="minute" />;
}
