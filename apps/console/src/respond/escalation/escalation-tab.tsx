import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { EscalationPolicy } from '../../gen/api.js';
import { toLazy } from '../../tabs/tabbed-page.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import type { Kind } from '../parts/kind.js';
import { OneOf } from '../parts/one-of.js';
import type { TabProps } from '../parts/tab-props.js';
import { DeletePolicyDialog } from './delete-policy-dialog.js';
import { PolicyView } from './policy-view.js';

const KIND: Kind<EscalationPolicy> = {
  noun: 'policy',
  scope: 'escalation:write',
  empty: {
    title: 'No escalation policy yet',
    text: 'A policy pages one level of responders after the other until an incident is acknowledged.',
    command: 'svc escalation create --help',
  },
  describe: ({ levels }) => (levels.length === 1 ? '1 level' : `${levels.length} levels`),
  View: PolicyView,
  Editor: toLazy(async () => (await import('./editor/policy-editor.js')).PolicyEditor),
  DeleteDialog: DeletePolicyDialog,
};

/** The policies by which incidents page responders, and what each of them would do. */
export function EscalationTab(props: TabProps): ReactNode {
  const { data, error, refetch } = useApi('GET /escalation-policies', {});
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  return data ? <OneOf {...props} kind={KIND} items={data.escalation_policies} /> : <div aria-busy="true" />;
}
