import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import type { Issue } from '../gen/api.js';
import { ScopeLink } from '../links/scope-link.js';
import { TargetLink } from '../links/target-link.js';
import { useSession } from '../session/session.js';
import { formatCount } from '../time/format.js';
import { Badge } from '../ui/controls/badge.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { PanelSection } from '../ui/layout/panel.js';
import { Table } from '../ui/layout/table.js';
import { OutsideText } from '../ui/text/outside-text.js';

const SHOWN = 100;

/** The issues that occurred in a release: those that began in it first, then those that came back in it. */
export function ReleaseIssues({ name }: { readonly name: string }): ReactNode {
  const { can } = useSession();
  const input = { query: { release: [name], limit: SHOWN } };
  const { data, error, refetch } = useApi('GET /issues', input, { enabled: can('issues:read') });
  if (!can('issues:read')) return null;
  const rank = (issue: Issue): number => (issue.first_release === name ? 0 : issue.regressed_release === name ? 1 : 2);
  const issues = data?.issues.toSorted((a, b) => rank(a) - rank(b));
  const all = (
    <ScopeLink to="issues" search={{ release: name, status: 'all' }}>
      In the list of issues
    </ScopeLink>
  );
  return (
    <PanelSection title="Issues of the release" aside={all}>
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table<Issue>
        label="Issues of the release"
        rows={issues}
        getId={({ id }) => id}
        empty="No error of an issue names this release."
        columns={[
          {
            label: 'Issue',
            render: ({ id, title }) => (
              <TargetLink type="issue" id={id}>
                <OutsideText text={title} limit={140} />
              </TargetLink>
            ),
          },
          {
            label: 'In this release',
            render: (issue) =>
              [<Badge tone="info">new</Badge>, <Badge tone="danger">regressed</Badge>, ''][rank(issue)],
          },
          { label: 'Status', isOptional: true, render: ({ status }) => status },
          {
            label: 'Events in 24 h',
            isNumber: true,
            render: ({ figures }) => formatCount(figures?.events ?? 0, 'short'),
          },
        ]}
      />
      {data?.pagination?.has_more === true && <p>{`Only ${SHOWN} issues are shown; the list of issues has all.`}</p>}
    </PanelSection>
  );
}
