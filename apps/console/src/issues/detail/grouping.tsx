import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { GroupingComponent, IssueHash } from '../../gen/api.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './issue-details.module.css';

const METHODS: Readonly<Record<string, string>> = {
  fingerprint: 'The application sent a fingerprint, so it decides.',
  stack: 'Errors with this stack of the application’s own functions belong together.',
  type_message: 'Without a usable stack, the type and the message without its variable parts decide.',
  message: 'Without a type and a stack, the message and the logger or service decide.',
};

const ASSIGNMENTS: Readonly<Record<string, string>> = {
  auto: '',
  merge: ' A member merged it into this issue.',
  pin: ' It was pinned to this issue when a merge was undone.',
  version: ' A new version of the grouping computed it for errors that belonged to this issue already.',
};

/** Why the errors belong together: what was compared, whether it counted, and why. Read on demand. */
export function Grouping({ issueId }: { readonly issueId: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const path = { issue_id: issueId };
  const { data, error, refetch } = useApi('GET /issues/{issue_id}/grouping', { path }, { enabled: isOpen });
  const toggle = (
    <Button kind="quiet" aria-expanded={isOpen} icon={isOpen ? 'down' : 'right'} onClick={() => setOpen(!isOpen)}>
      {isOpen ? 'Hide' : 'Explain'}
    </Button>
  );
  return (
    <PanelSection title="Why these errors are one issue" aside={toggle}>
      {isOpen && error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {isOpen && data?.hashes.map((hash) => <Hash key={hash.hash} hash={hash} />)}
      {isOpen && data?.truncated === true && (
        <p className={classes.note}>{`Only the first ${data.hashes.length} groups are shown.`}</p>
      )}
    </PanelSection>
  );
}

function Hash({ hash }: { readonly hash: IssueHash }): ReactNode {
  const { method, assigned_by: assignedBy, components, grouping_version: version } = hash;
  return (
    <div className={classes.hash}>
      <p>{`${METHODS[method] ?? method}${ASSIGNMENTS[assignedBy] ?? ''}`}</p>
      <Table<GroupingComponent>
        label={`Compared for the group ${hash.hash.slice(0, 8)}`}
        rows={components.filter(({ value, contributes }) => contributes || value !== '')}
        getId={({ name }) => name}
        empty="Nothing was compared."
        columns={[
          { label: 'Part', render: ({ name }) => <span className={classes.part}>{name.replaceAll('_', ' ')}</span> },
          { label: 'Counts', render: ({ contributes }) => (contributes ? 'yes' : 'no') },
          {
            label: 'Value',
            render: ({ value, contributes }) => (
              <span className={contributes ? classes.value : `${classes.value ?? ''} ${classes.unused ?? ''}`}>
                <OutsideText text={value} limit={600} />
              </span>
            ),
          },
          { label: 'Why', render: ({ why }) => <span className={classes.note}>{why}</span> },
        ]}
      />
      <p className={classes.note}>
        {`Version ${version} of the grouping, group `}
        <code>{hash.hash}</code>
      </p>
    </div>
  );
}
