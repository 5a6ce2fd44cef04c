import type { ReactNode } from 'react';
import { ScopeLink } from '../links/scope-link.js';
import { useSession } from '../session/session.js';
import buttonClasses from '../ui/controls/button.module.css';

interface InvestigateLinkProps {
  /** The kind of thing from which the investigation starts. */
  readonly type: 'incident' | 'alert' | 'issue' | 'anomaly' | 'trace' | 'person';
  readonly id: string;
}

/** Begins an investigation of something; nothing for roles that cannot start one. */
export function InvestigateLink({ type, id }: InvestigateLinkProps): ReactNode {
  const { can } = useSession();
  if (!can('investigations:write')) return null;
  return (
    <ScopeLink to="ai" search={{ tab: 'investigations', subject: `${type}:${id}` }} className={buttonClasses.button}>
      Investigate
    </ScopeLink>
  );
}
