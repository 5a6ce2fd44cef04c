import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { readJson, type AnomalyFinding } from '@svc/relational';
import { describeSummary } from './describe.js';

/** A value of an attribute that is more frequent in the anomalous windows than before. */
export interface Difference {
  readonly attribute: string;
  /** Empty for records without the attribute. */
  readonly value: string;
  readonly shareBefore: number;
  readonly shareNow: number;
}

export const toLabels = ({ labels }: Pick<AnomalyFinding, 'labels'>): Record<string, string> =>
  // The column only holds labels of series.
  labels as Record<string, string>;

/** The text of a pattern is that of log records, which the credential could not read by itself. */
const LOG_LABEL = 'pattern';
export const LOG_SCOPE = 'logs:read';

export const hasLogText = (finding: Pick<AnomalyFinding, 'labels'>): boolean => LOG_LABEL in toLabels(finding);

export function toFindingMessage(finding: AnomalyFinding, scopes: ReadonlySet<string>) {
  const { id, projectId, detector, signal, direction, severity, state, version } = finding;
  const { observed, expected, score, baseline, windows } = finding;
  const { acknowledgedAt, acknowledgedBy, resolvedAt, resolvedBy, previousId, differences } = finding;
  const { [LOG_LABEL]: pattern, ...others } = toLabels(finding);
  const labels = pattern !== undefined && scopes.has(LOG_SCOPE) ? { [LOG_LABEL]: pattern, ...others } : others;
  return {
    id,
    projectId,
    detector,
    signal,
    labels,
    direction,
    severity,
    status: state,
    version,
    observed,
    expected,
    score,
    baseline,
    windows,
    summary: describeSummary({ detector, labels, direction, observed, expected, baseline }),
    startedAt: timestampFromDate(finding.startedAt),
    lastSeenAt: timestampFromDate(finding.lastSeenAt),
    openedAt: timestampFromDate(finding.openedAt),
    ...(acknowledgedAt && { acknowledgedAt: timestampFromDate(acknowledgedAt) }),
    ...(acknowledgedBy !== null && { acknowledgedBy }),
    ...(resolvedAt && { resolvedAt: timestampFromDate(resolvedAt) }),
    ...(resolvedBy !== null && { resolvedBy }),
    ...(previousId !== null && { previousId }),
    differences: readJson<Difference[]>(differences ?? []),
  };
}
