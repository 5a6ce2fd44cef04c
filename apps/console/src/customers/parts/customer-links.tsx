import type { ReactNode } from 'react';
import { ScopeLink } from '../../links/scope-link.js';
import { OutsideText } from '../../ui/text/outside-text.js';

/** Characters of a name that a link shows. */
const SHOWN = 80;

/** A link to a person under one of its IDs. */
export function PersonLink({ id, name = id }: { readonly id: string; readonly name?: string }): ReactNode {
  return (
    <ScopeLink to={`customers/persons/${encodeURIComponent(id)}`}>
      <OutsideText text={name} limit={SHOWN} />
    </ScopeLink>
  );
}

interface AccountLinkProps {
  readonly type: string;
  readonly id: string;
  readonly name?: string;
}

export function AccountLink({ type, id, name = id }: AccountLinkProps): ReactNode {
  return (
    <ScopeLink to={`customers/accounts/${encodeURIComponent(type)}/${encodeURIComponent(id)}`}>
      <OutsideText text={name} limit={SHOWN} />
    </ScopeLink>
  );
}
