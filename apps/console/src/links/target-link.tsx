import type { ReactNode } from 'react';
import { ScopeLink } from './scope-link.js';
import { toTarget } from './targets.js';

interface TargetLinkProps {
  /** As `ids.resolve` names it, such as `person`. */
  readonly type: string;
  readonly id: string;
  readonly children: ReactNode;
}

/** A link to the page of something, and its plain name where the console has no such page. */
export function TargetLink({ type, id, children }: TargetLinkProps): ReactNode {
  // A timeline names a recording by its kind.
  const target = toTarget(type === 'replay' ? 'session' : type, id);
  return target ? <ScopeLink {...target}>{children}</ScopeLink> : children;
}
