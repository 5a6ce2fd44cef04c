import type { ReactNode } from 'react';
import type { AgentRun } from '../../gen/api.js';
import { Badge, type Tone } from '../../ui/controls/badge.js';
import { describeStatus } from './runs-query.js';

const TONES: Readonly<Record<string, Tone>> = {
  running: 'info',
  completed: 'ok',
  failed: 'danger',
  timed_out: 'danger',
  max_steps: 'warn',
};

/** The status of a run; one that was concluded says so. */
export function RunStatus({ run }: { readonly run: Pick<AgentRun, 'status' | 'inferred'> }): ReactNode {
  const { status, inferred } = run;
  return (
    <span title={inferred ? 'Concluded, because the end of the run was not received.' : undefined}>
      <Badge tone={TONES[status] ?? 'neutral'}>{`${describeStatus(status)}${inferred ? ' ?' : ''}`}</Badge>
    </span>
  );
}
