import type { ReactNode } from 'react';
import { ScopeLink } from '../links/scope-link.js';
import { OutsideText } from '../ui/text/outside-text.js';

const SHOWN = 120;

/** The name of a service, which leads to its page. */
export function ServiceLink({ name }: { readonly name: string }): ReactNode {
  return (
    <ScopeLink to={`services/${encodeURIComponent(name)}`}>
      <OutsideText text={name === '' ? '(no name)' : name} limit={SHOWN} />
    </ScopeLink>
  );
}
