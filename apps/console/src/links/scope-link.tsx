import { Link } from '@tanstack/react-router';
import type { AriaAttributes, ReactNode } from 'react';
import { useProjectSlug } from '../api/project.js';
import type { Search } from '../url/codec.js';
import { SCOPE_FIELDS } from '../url/scope-fields.js';
import { useRawSearch } from '../url/use-search-state.js';
import type { Target } from './targets.js';

interface ScopeLinkProps extends Target, AriaAttributes {
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
  readonly project?: string;
  readonly onClick?: () => void;
}

/** A page is the current one at its own address, and not below it. */
const EXACT = { exact: true, includeSearch: false };

/** A link to another page about the project, which keeps environments, times and time zone unless it sets them. */
export function ScopeLink({ to, search, project, children, ...rest }: ScopeLinkProps): ReactNode {
  const current = useProjectSlug();
  const kept = keepScope(useRawSearch());
  return (
    <Link
      to={`/p/${project ?? current ?? ''}/${to}` as never}
      search={{ ...kept, ...search } as never}
      activeOptions={EXACT}
      {...rest}
    >
      {children}
    </Link>
  );
}

/** The parameters of the scope in an address. */
export function keepScope(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([name]) => Object.hasOwn(SCOPE_FIELDS, name)));
}
