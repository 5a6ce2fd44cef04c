import type { ReactNode } from 'react';
import { ScopeLink } from '../../links/scope-link.js';
import { toTarget } from '../../links/targets.js';

interface TargetLinkProps {
  readonly type: string;
  readonly id: string;
  readonly children: ReactNode;
}

/** A link to what has a type and an ID; only its text where the console has no page for it. */
export function TargetLink({ type, id, children }: TargetLinkProps): ReactNode {
  const target = toTarget(type === 'replay' ? 'session' : type, id);
  return target ? <ScopeLink {...target}>{children}</ScopeLink> : children;
}
