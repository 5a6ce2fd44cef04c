import { lazy, Suspense, type ReactNode } from 'react';
import type { IssueDetails } from '../../gen/api.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { IssueBadges, LevelBadge } from '../issue-badges.js';
import { Tickets } from '../tickets/tickets.js';
import { TriageBar } from '../triage/triage-bar.js';
import type { Triage } from '../triage/use-triage.js';
import { Affected } from './affected.js';
import { Grouping } from './grouping.js';
import classes from './issue-details.module.css';
import { IssueFacts } from './issue-facts.js';
import { IssueReleases } from './issue-releases.js';
import { LatestError } from './latest-error.js';
import { Occurrences } from './occurrences.js';

const MergedIssues = lazy(async () => ({ default: (await import('./merged-issues.js')).MergedIssues }));

interface IssueDetailsViewProps {
  readonly issue: IssueDetails;
  readonly triage: Triage;
}

/** Everything about one issue: what can be done about it, how often it occurs, its latest error, whom it affects and where. */
export function IssueDetailsView({ issue, triage }: IssueDetailsViewProps): ReactNode {
  const { culprit, level, reason, merged_from: mergedFrom, merged_sources: mergedSources } = issue;
  return (
    <div className={classes.details}>
      <div className={classes.state}>
        <IssueBadges issue={issue} />
        <LevelBadge level={level} />
        {culprit !== '' && (
          <code>
            <OutsideText text={culprit} limit={200} />
          </code>
        )}
        {reason && <span className={classes.reason}>{reason.text}</span>}
      </div>
      {mergedFrom !== undefined && (
        <p className={classes.reason}>The issue of this address was merged into the one that you see.</p>
      )}
      <TriageBar issue={issue} triage={triage} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Occurrences issue={issue} />
          <LatestError issue={issue} />
          <Grouping issueId={issue.id} />
        </div>
        <div className={classes.column}>
          <IssueFacts issue={issue} />
          <Affected issueId={issue.id} />
          <IssueReleases issueId={issue.id} />
          <Tickets issue={issue} />
          <Suspense>{mergedSources > 0 && <MergedIssues issueId={issue.id} />}</Suspense>
        </div>
      </div>
    </div>
  );
}
