import type { ReactNode } from 'react';
import { useApi, useApiChange } from '../../api/hooks.js';
import { Conflict } from '../../drafts/conflict.js';
import { toDifferences } from '../../drafts/differences.js';
import { refuseSave } from '../../drafts/refuse-save.js';
import { useEdit } from '../../drafts/use-edit.js';
import type { AccountSecurity } from '../../gen/api.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/controls/button.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { CheckField } from '../../ui/fields/check-field.js';
import classes from '../settings.module.css';
import { Effects } from './effects.js';
import { refuseLimit, SECURITY_LABELS, toSecurityBody, toSecurityDraft } from './security.js';

/** The rules with what saving them would do. The service refuses what would lock out the user who saves. */
export function SecurityForm({ rules }: { readonly rules: AccountSecurity }): ReactNode {
  const { can } = useSession();
  const { mutate, error, isPending, reset } = useApiChange('PUT /account/security', ['GET /account/security']);
  const { draft, change, isChanged, isConflict, version, load } = useEdit(rules, toSecurityDraft, error);
  const sessions = useApi('GET /users/me/sessions', {});
  const hasFactor = sessions.data?.sessions.find(({ is_current: isCurrent }) => isCurrent)?.has_second_factor ?? true;
  const faults = {
    keyDays: refuseLimit('keyDays', draft.keyDays),
    idleMinutes: refuseLimit('idleMinutes', draft.idleMinutes),
  };
  const role = can('security:write') ? undefined : missingScope('security:write');
  const factor = hasFactor || rules.second_factor_required ? undefined : 'Set up a second factor for yourself first.';
  const isWrong = faults.keyDays !== undefined || faults.idleMinutes !== undefined;
  const fault = isWrong ? 'Correct what is marked first.' : undefined;
  const reason = refuseSave({ role, isChanged, fault, isPending });
  const onSave = (): void =>
    mutate(
      { body: toSecurityBody(draft, version) },
      {
        onSuccess: (saved) => {
          load(saved);
          announce('Saved the rules');
        },
      },
    );
  const take = (): void => {
    load(rules);
    reset();
  };
  return (
    <div className={classes.narrow}>
      <CheckField
        label={SECURITY_LABELS.ssoOnly}
        isChecked={draft.ssoOnly}
        disabledReason={role}
        hint="Passwords are refused. It has no effect while the operator has configured no OpenID Connect provider."
        onChange={(ssoOnly) => change({ ssoOnly })}
      />
      <CheckField
        label={SECURITY_LABELS.secondFactor}
        isChecked={draft.secondFactor}
        disabledReason={role ?? factor}
        hint={factor ?? 'A session without one can only set one up.'}
        onChange={(secondFactor) => change({ secondFactor })}
      />
      <TextField
        label={SECURITY_LABELS.keyDays}
        value={draft.keyDays}
        inputMode="numeric"
        placeholder="no limit"
        disabled={role !== undefined}
        title={role}
        hint="It is the lifetime of keys that are made without one, too."
        fault={faults.keyDays}
        onChange={(keyDays) => change({ keyDays: keyDays.trim() })}
      />
      <TextField
        label={SECURITY_LABELS.idleMinutes}
        value={draft.idleMinutes}
        inputMode="numeric"
        placeholder="no limit"
        disabled={role !== undefined}
        title={role}
        fault={faults.idleMinutes}
        onChange={(idleMinutes) => change({ idleMinutes: idleMinutes.trim() })}
      />
      {isChanged && reason !== 'Correct what is marked first.' && (
        <Effects before={toSecurityDraft(rules)} after={draft} />
      )}
      {isConflict ? (
        <Conflict
          operation="account.security_set"
          differences={toDifferences(toSecurityDraft(rules), draft, SECURITY_LABELS)}
          onTake={take}
        />
      ) : (
        error && <ErrorBox error={error} />
      )}
      <div>
        <Button kind="primary" disabledReason={reason} onClick={onSave}>
          Save the rules
        </Button>
      </div>
    </div>
  );
}
