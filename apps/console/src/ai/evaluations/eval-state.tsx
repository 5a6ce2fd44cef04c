import type { ReactNode } from 'react';
import type { EvalConfig } from '../../gen/api.js';
import { Badge } from '../../ui/controls/badge.js';

interface EvalStateProps {
  readonly config: EvalConfig;
  /** Name of a metric, or `judge`, `questions` or `investigations`. */
  readonly name: string;
}

/** Whether what is saved is in effect, and why not. */
export function EvalState({ config: { metrics }, name }: EvalStateProps): ReactNode {
  const metric = metrics.find((each) => each.name === name);
  if (metric?.enabled !== true) return <Badge>off</Badge>;
  if (metric.effective) return <Badge tone="ok">in effect</Badge>;
  return (
    <>
      <Badge tone="warn">no effect</Badge> {metric.reason}
    </>
  );
}
