import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { AlertRule } from '../../gen/api.js';
import { Button } from '../../ui/controls/button.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { useRefusal } from '../parts/use-refusal.js';
import { RULE_WAYS } from './editor/rule-ways.js';
import { toBody } from './editor/to-body.js';

/** Begins or stops the evaluation of a rule. */
export function EnableButton({ rule }: { readonly rule: AlertRule }): ReactNode {
  const role = useRefusal('alerts:write');
  const change = useApiChange('PUT /alerts/rules/{rule_id}', RULE_WAYS.changes);
  const isOn = rule.enabled !== false;
  const onToggle = (): void => {
    const body = { ...toBody(rule), enabled: !isOn, version: rule.version };
    const onSuccess = (): void => announce(isOn ? 'Disabled. Its alerts end.' : 'Enabled.');
    change.mutate({ path: { rule_id: rule.id }, body }, { onSuccess });
  };
  return (
    <>
      <Button
        icon={isOn ? 'pause' : 'play'}
        title={isOn ? 'Stops its evaluation and ends its alerts' : 'Evaluates it again'}
        disabledReason={role ?? (change.isPending ? 'It is being changed.' : undefined)}
        onClick={onToggle}
      >
        {isOn ? 'Disable' : 'Enable'}
      </Button>
      {change.error && <ErrorBox error={change.error} />}
    </>
  );
}
