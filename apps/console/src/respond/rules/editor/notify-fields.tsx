import type { ReactNode } from 'react';
import { useApi } from '../../../api/hooks.js';
import { missingScope } from '../../../session/missing-scope.js';
import { useSession } from '../../../session/session.js';
import { Select } from '../../../ui/controls/select.js';
import { ToggleChip } from '../../../ui/controls/toggle-chip.js';
import { ErrorBox } from '../../../ui/feedback/error-box.js';
import { Choices } from '../../parts/choices.js';
import classes from '../../parts/respond.module.css';
import type { FieldsProps } from './fields-props.js';

/** The receivers of notifications; says so if there are none. */
export function NotifyFields({ draft, set }: FieldsProps): ReactNode {
  const { can } = useSession();
  const channels = useApi('GET /notifications/channels', {}, { enabled: can('notifications:read') });
  const policies = useApi('GET /escalation-policies', {}, { enabled: can('escalation:read') });
  const known = channels.data?.channels ?? [];
  const options = known.map(({ id, name, enabled }) => [id, enabled ? name : `${name} (disabled)`] as const);
  const gone = draft.channels.filter((id) => !known.some((channel) => channel.id === id));
  const named = (policies.data?.escalation_policies ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isUnknown = draft.policy !== '' && !named.some(({ value }) => value === draft.policy);
  const unknown = { value: draft.policy, label: policies.data ? `${draft.policy} (deleted)` : draft.policy };
  const isNobody = draft.channels.length === 0 && draft.policy === '';
  return (
    <div className={classes.form}>
      {!can('notifications:read') && <p className={classes.note}>{missingScope('notifications:read')}</p>}
      {channels.error && <ErrorBox error={channels.error} onRetry={() => void channels.refetch()} />}
      {options.length + gone.length > 0 && (
        <Choices
          label="Channels"
          options={[...options, ...gone.map((id) => [id, channels.data ? `${id} (deleted)` : id] as const)]}
          chosen={draft.channels}
          onChange={(next) => set({ channels: next })}
        />
      )}
      {channels.data && options.length + gone.length === 0 && (
        <p className={classes.note}>The project has no notification channel.</p>
      )}
      <div className={classes.bar}>
        <Select
          label="Escalation policy"
          showsLabel
          value={draft.policy}
          options={[{ value: '', label: 'None' }, ...named, ...(isUnknown ? [unknown] : [])]}
          onChange={(policy) => set({ policy })}
        />
        <ToggleChip isOn={draft.opensIncident} onToggle={() => set({ opensIncident: !draft.opensIncident })}>
          Opens an incident
        </ToggleChip>
      </div>
      {isNobody && (
        <p className={classes.warning}>
          The rule names no receiver: only channels that subscribe to the events of alerts get to know.
        </p>
      )}
    </div>
  );
}
