import type { ReactNode } from 'react';
import type { Issue } from '../gen/api.js';
import { Badge, type Tone } from '../ui/controls/badge.js';
import { Tip } from '../ui/text/tip.js';

const STATUS_TONES: Readonly<Record<string, Tone>> = { new: 'info', ongoing: 'neutral', resolved: 'ok' };

type Shown = Pick<Issue, 'status' | 'is_regression' | 'is_escalating' | 'regressed_release' | 'reason'>;

/** Status of an issue, with what is alarming about it; the tooltips say why. */
export function IssueBadges({ issue }: { readonly issue: Shown }): ReactNode {
  const {
    status,
    reason,
    is_regression: isRegression,
    is_escalating: isEscalating,
    regressed_release: release,
  } = issue;
  const since = release === undefined ? '' : ` in ${release}`;
  return (
    <>
      {isRegression && (
        <span title={`It came back${since} after it was resolved.`}>
          <Badge tone="danger">regression</Badge>
        </span>
      )}
      {isEscalating && (
        <span title="It occurs more often than its forecast.">
          <Badge tone="warn">escalating</Badge>
        </span>
      )}
      {!(isRegression && status === 'ongoing') && (
        <Tip text={reason?.text}>
          <Badge tone={STATUS_TONES[status] ?? 'neutral'}>{status}</Badge>
        </Tip>
      )}
    </>
  );
}

const LEVEL_TONES: Readonly<Record<string, Tone>> = { fatal: 'danger', error: 'danger', warning: 'warn' };

export function LevelBadge({ level }: { readonly level: string }): ReactNode {
  return <Badge tone={LEVEL_TONES[level] ?? 'neutral'}>{level}</Badge>;
}
