import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { AlertRule } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { useSession } from '../../session/session.js';
import { useMembers } from '../../session/use-members.js';
import { TimeText } from '../../time/time-text.js';
import { Facts, type Fact } from '../../ui/layout/facts.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Labels } from '../parts/labels.js';

/** Receivers, labels and evaluation of a rule. */
export function RuleFacts({ rule }: { readonly rule: AlertRule }): ReactNode {
  const { can } = useSession();
  const { nameOf } = useMembers();
  const channels = useApi('GET /notifications/channels', {}, { enabled: can('notifications:read') });
  const { notify, incident, labels, annotations, state, no_data: noData } = rule;
  const policy = notify?.escalation_policy_id ?? '';
  const nameChannel = (id: string): string => channels.data?.channels.find((one) => one.id === id)?.name ?? id;
  const facts: readonly Fact[] = [
    { name: 'Channels', value: <OutsideText text={notify?.channels.map(nameChannel).join(', ') || 'none'} /> },
    {
      name: 'Escalation',
      value:
        policy === '' ? (
          'none'
        ) : (
          <ScopeLink to="respond" search={{ tab: 'escalation', open: policy }}>
            Show the policy
          </ScopeLink>
        ),
    },
    { name: 'Opens an incident', value: incident?.auto_create === true ? 'yes' : 'no' },
    { name: 'Repeats a notification', value: `after ${notify?.repeat_interval ?? ''}` },
    { name: 'Without data', value: noData ? `${noData.policy}, after ${noData.after}` : 'ok' },
    { name: 'Labels', value: <Labels labels={labels} /> },
    ...Object.entries(annotations).map(([name, text]) => ({ name, value: <OutsideText text={text} limit={400} /> })),
    {
      name: 'Last evaluated',
      value: state?.evaluated_at === undefined ? 'never' : <TimeText at={state.evaluated_at} />,
    },
    {
      name: 'Changed',
      value: (
        <>
          <TimeText at={rule.updated_at ?? ''} />, version {rule.version}, made by{' '}
          <OutsideText text={nameOf(rule.created_by)} />
        </>
      ),
    },
  ];
  return (
    <PanelSection title="Facts">
      <Facts label="Facts about the rule" facts={facts} />
    </PanelSection>
  );
}
