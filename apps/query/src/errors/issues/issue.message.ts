import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type {
  IssueFiguresSchema,
  IssueReasonSchema,
  IssueSchema,
  IssueSnoozeSchema,
  MergedIssueSchema,
} from '@svc/contract';
import { toTimestamp } from '@svc/reading/time';
import type { Issue } from '@svc/relational';
import type { Figures } from './figures/figures.service.js';
import type { SnoozeFigures } from './figures/snooze-progress.js';
import { toLifecycle, describeReason, type Lifecycle, type Snooze } from './lifecycle/index.js';

export function toIssueMessage(issue: Issue, figures?: Figures) {
  return {
    ...toIssueFields(issue, {}),
    ...(figures && { figures: toFiguresMessage(figures) }),
  } satisfies MessageInitShape<typeof IssueSchema>;
}

/** The fields that `Issue` and `IssueDetails` share. */
export function toIssueFields(issue: Issue, progress: SnoozeFigures) {
  const lifecycle = toLifecycle(issue);
  const { resolution, snooze } = lifecycle;
  return {
    id: issue.id,
    projectId: issue.projectId,
    status: issue.state,
    version: issue.version,
    title: issue.title,
    type: issue.type,
    culprit: issue.culprit,
    platform: issue.platform,
    level: issue.level,
    firstSeen: timestampFromDate(issue.firstSeen),
    lastSeen: timestampFromDate(issue.lastSeen),
    firstRelease: issue.firstRelease,
    lastRelease: issue.lastRelease,
    isRegression: issue.isRegression,
    isEscalating: issue.isEscalating,
    regressedRelease: issue.regressedRelease ?? undefined,
    assigneeId: issue.assigneeId ?? undefined,
    reason: toReason(lifecycle),
    resolution: resolution ? { ...resolution, at: toTime(resolution.at) } : undefined,
    snooze: snooze ? toSnooze(snooze, progress) : undefined,
  };
}

function toReason({ reason, changedAt }: Lifecycle): MessageInitShape<typeof IssueReasonSchema> {
  return { code: reason, text: describeReason(reason), at: timestampFromDate(changedAt) };
}

function toSnooze(
  { condition, since, by }: Snooze,
  progress: SnoozeFigures,
): MessageInitShape<typeof IssueSnoozeSchema> {
  return {
    since: toTime(since),
    by,
    ...('until' in condition && { until: toTime(condition.until) }),
    forever: 'forever' in condition,
    escalating: 'escalating' in condition,
    ...('occurrences' in condition && { occurrences: BigInt(condition.occurrences) }),
    ...('users' in condition && { users: BigInt(condition.users) }),
    ...(progress.occurrences !== undefined && { occurrencesSoFar: BigInt(progress.occurrences) }),
    ...(progress.users !== undefined && { usersSoFar: BigInt(progress.users) }),
  };
}

export function toFiguresMessage({ events, users, series }: Figures): MessageInitShape<typeof IssueFiguresSchema> {
  const hours = series.map((hour) => {
    const timestamp = toTimestamp(hour.start);
    return { start: timestamp, timestamp, events: hour.events };
  });
  return { events, users, series: hours };
}

export function toMergedIssue(issue: Issue): MessageInitShape<typeof MergedIssueSchema> {
  const { id, title, type, culprit, state, firstSeen, lastSeen, mergedAt, mergedBy, mergedInto } = issue;
  return {
    id,
    mergedInto: mergedInto ?? '',
    title,
    type,
    culprit,
    status: state,
    firstSeen: timestampFromDate(firstSeen),
    lastSeen: timestampFromDate(lastSeen),
    ...(mergedAt && { mergedAt: timestampFromDate(mergedAt) }),
    mergedBy: mergedBy ?? '',
  };
}

const toTime = (text: string) => timestampFromDate(new Date(text));
