import type { ReactNode } from 'react';
import { ScopeLink } from './scope-link.js';
import { toTarget } from './targets.js';

interface MomentLinkProps {
  readonly sessionId: string;
  /** Milliseconds from the start of the recording. */
  readonly offsetMs: number;
  readonly children: ReactNode;
}

/** A link to a moment of a recording. */
export function MomentLink({ sessionId, offsetMs, children }: MomentLinkProps): ReactNode {
  const target = toTarget('session', sessionId);
  if (!target) return children;
  const search = { t: String(Math.max(0, Math.round(offsetMs))) };
  return (
    <ScopeLink to={target.to} search={search}>
      {children}
    </ScopeLink>
  );
}
