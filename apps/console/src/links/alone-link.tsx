import type { ReactNode } from 'react';
import buttonClasses from '../ui/controls/button.module.css';
import { classNames } from '../ui/controls/class-names.js';
import { Icon } from '../ui/controls/icon.js';
import { ScopeLink } from './scope-link.js';
import { toTarget } from './targets.js';

interface AloneLinkProps {
  readonly type: 'alert' | 'anomaly' | 'flag' | 'issue' | 'release';
  readonly id: string;
}

/** A link from details beside a list to the page that they have of their own. */
export function AloneLink({ type, id }: AloneLinkProps): ReactNode {
  const target = toTarget(type, id);
  if (!target) return null;
  const label = `Open the ${type} alone`;
  const className = classNames(buttonClasses.button, buttonClasses.quiet, buttonClasses.square);
  return (
    <ScopeLink {...target} aria-label={label} title={label} className={className}>
      <Icon name="external" />
    </ScopeLink>
  );
}
