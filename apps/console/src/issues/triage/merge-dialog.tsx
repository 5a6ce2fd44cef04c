import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { forgetAnswers, useApi, useApiChange } from '../../api/hooks.js';
import type { IssueDetails } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { SearchField } from '../../search/search-field.js';
import { formatCount } from '../../time/format.js';
import { Button } from '../../ui/controls/button.js';
import { announce } from '../../ui/feedback/announcements.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './triage-bar.module.css';
import { ISSUE_READS } from './use-triage.js';

const SHOWN = 50;

interface MergeDialogProps {
  readonly issue: IssueDetails;
  readonly onClose: () => void;
}

/** Chooses issues that have the same cause as this one, and merges them into it. */
export function MergeDialog({ issue, onClose }: MergeDialogProps): ReactNode {
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { data, error } = useApi('GET /issues', { query: { ...(q !== '' && { q }), limit: SHOWN } });
  const client = useQueryClient();
  const { project } = useScope();
  const merge = useApiChange('POST /issues/{issue_id}/merge', ISSUE_READS);
  const others = data?.issues.filter(({ id }) => id !== issue.id) ?? [];
  const toggle = (id: string): void =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const onMerge = (): void => {
    const body = { source_ids: chosen, expected_version: issue.version };
    const onSuccess = (): void => {
      announce(`Merged ${formatCount(chosen.length)} into this issue.`);
      onClose();
    };
    // After a conflict the next attempt is about the current version, which is shown behind the dialog.
    const onError = (): void => void forgetAnswers(client, project, ISSUE_READS);
    merge.mutate({ path: { issue_id: issue.id }, body }, { onSuccess, onError });
  };
  const fault = error ?? merge.error;
  const reason = chosen.length === 0 ? 'Choose an issue first.' : undefined;
  return (
    <Dialog
      title="Merge into this issue"
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabledReason={reason} onClick={onMerge}>
            {chosen.length === 0 ? 'Merge' : `Merge ${formatCount(chosen.length)}`}
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <p className={classes.note}>
          Their errors, also later ones, then count for this issue, and they disappear from lists. You can undo it under
          “Merged issues”.
        </p>
        <SearchField
          label="Search issues to merge"
          placeholder="Title, type or culprit contains"
          value={q}
          onSubmit={setQ}
        />
        {fault && <ErrorBox error={fault} />}
        <ul aria-label="Other issues" className={classes.choices} tabIndex={0}>
          {others.map(({ id, title, figures }) => (
            <li key={id}>
              <label className={classes.choice}>
                <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
                <span>
                  <OutsideText text={title} limit={160} />
                </span>
                <span className={classes.count}>{`${formatCount(figures?.events ?? 0, 'short')} in 24 h`}</span>
              </label>
            </li>
          ))}
        </ul>
        {data?.pagination?.has_more === true && (
          <p className={classes.note}>{`Only the last ${SHOWN} are shown. Search for others.`}</p>
        )}
        {data && others.length === 0 && <p className={classes.note}>No other issue matches.</p>}
      </div>
    </Dialog>
  );
}
