import { useMemo, useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { newIdempotencyKey } from '../../api/idempotency-key.js';
import type { IssueDetails } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { Button } from '../../ui/controls/button.js';
import { Segmented } from '../../ui/controls/segmented.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import classes from '../detail/issue-details.module.css';

const PROVIDERS = [
  { value: 'github', label: 'GitHub' },
  { value: 'jira', label: 'Jira' },
  { value: 'linear', label: 'Linear' },
] as const;

const MAX_TITLE = 250;

interface TicketDialogProps {
  readonly issue: IssueDetails;
  readonly onClose: () => void;
}

/** Creates a ticket at a provider and links it to the issue. */
export function TicketDialog({ issue, onClose }: TicketDialogProps): ReactNode {
  const { project } = useScope();
  const [provider, setProvider] = useState<(typeof PROVIDERS)[number]['value']>('github');
  const [title, setTitle] = useState(issue.title.slice(0, MAX_TITLE));
  const [repo, setRepo] = useState('');
  // The same key for each attempt with the same values, so that a repeated one makes no second ticket.
  const key = useMemo(newIdempotencyKey, [provider, title, repo]);
  const create = useApiChange('POST /tickets', [
    'GET /issues/{issue_id}/tickets',
    'GET /issues/{issue_id}',
    'GET /issues',
  ]);
  const onCreate = (): void => {
    const address = `${window.location.origin}/p/${project}/issues/${issue.id}`;
    const body = {
      issue_id: issue.id,
      provider,
      issue_url: address,
      idempotency_key: key,
      ...(title.trim() !== '' && { title: title.trim() }),
      ...(provider === 'github' && repo.trim() !== '' && { repo: repo.trim() }),
    };
    const onSuccess = (): void => {
      announce('The ticket is being created.');
      onClose();
    };
    create.mutate({ body }, { onSuccess });
  };
  return (
    <Dialog
      title="Create a ticket"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={onCreate}>
            Create
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <p className={classes.note}>The ticket links to this page. A new issue becomes ongoing.</p>
        <Segmented label="Provider" value={provider} options={PROVIDERS} onChange={setProvider} />
        <TextField label="Title" value={title} onChange={setTitle} maxLength={MAX_TITLE} />
        {provider === 'github' && (
          <TextField
            label="Repository"
            value={repo}
            onChange={setRepo}
            placeholder="owner/name"
            hint="The first one of the connection if empty."
          />
        )}
        {create.error && <ErrorBox error={create.error} />}
      </div>
    </Dialog>
  );
}
