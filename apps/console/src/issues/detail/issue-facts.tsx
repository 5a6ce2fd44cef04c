import type { ReactNode } from 'react';
import type { IssueDetails } from '../../gen/api.js';
import { useMembers, type Members } from '../../session/use-members.js';
import { formatCount } from '../../time/format.js';
import { TimeText } from '../../time/time-text.js';
import { Facts, type Fact } from '../../ui/layout/facts.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { describeForecast, describeSnooze } from './describe-issue.js';

/** The figures of an issue, where it occurs, and what its status depends on. */
export function IssueFacts({ issue }: { readonly issue: IssueDetails }): ReactNode {
  return (
    <PanelSection title="Facts">
      <Facts label="Facts" facts={toFacts(issue, useMembers())} />
    </PanelSection>
  );
}

function toFacts(issue: IssueDetails, { nameOf }: Members): readonly Fact[] {
  const { figures, forecast, resolution, snooze, places } = issue;
  const services = [...new Set(places.map(({ service_name: name }) => name))].filter((name) => name !== '');
  const environments = [...new Set(places.map(({ environment: name }) => name))].filter((name) => name !== '');
  const facts: readonly (Fact | false)[] = [
    { name: 'First seen', value: toTime(issue.first_seen) },
    { name: 'Last seen', value: toTime(issue.last_seen) },
    {
      name: 'Events',
      value: `${formatCount(issue.total_events)}, of which ${formatCount(figures?.events ?? 0)} in the last 24 hours`,
    },
    { name: 'Users', value: `about ${formatCount(issue.total_users)}` },
    services.length > 0 && { name: 'Services', value: <OutsideText text={services.join(', ')} limit={300} /> },
    environments.length > 0 && {
      name: 'Environments',
      value: <OutsideText text={environments.join(', ')} limit={300} />,
    },
    { name: 'Assignee', value: <OutsideText text={nameOf(issue.assignee_id)} /> },
    resolution !== undefined && {
      name: 'Resolved',
      value: (
        <>
          {toTime(resolution.at)} by <OutsideText text={nameOf(resolution.by)} />
          {resolution.kind === 'next_release' &&
            (resolution.release === undefined
              ? ', in the next release'
              : `, in the release after ${resolution.release}`)}
        </>
      ),
    },
    snooze !== undefined && {
      name: 'Snoozed',
      value: (
        <>
          {describeSnooze(snooze)} {snooze.until !== undefined && toTime(snooze.until)} by{' '}
          <OutsideText text={nameOf(snooze.by)} />
        </>
      ),
    },
    forecast !== undefined && { name: 'Escalation', value: describeForecast(forecast) },
    { name: 'Issue ID', value: <code>{issue.id}</code> },
  ];
  return facts.filter((fact) => fact !== false);
}

function toTime(at: string | undefined): ReactNode {
  return at === undefined ? 'unknown' : <TimeText at={at} />;
}
