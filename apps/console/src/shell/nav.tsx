import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useProjectSlug } from '../api/project.js';
import { ScopeLink } from '../links/scope-link.js';
import { useSession } from '../session/session.js';
import { Icon } from '../ui/controls/icon.js';
import classes from './nav.module.css';
import { SECTIONS, type NavPage } from './pages.js';

/** The links to all pages that the user's role can read. */
export function Nav({ onNavigate }: { readonly onNavigate?: () => void }): ReactNode {
  const { can } = useSession();
  const project = useProjectSlug() ?? '';
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const isCurrent = ({ to }: NavPage): boolean => {
    const base = `/p/${project}/${to}`;
    return to === ''
      ? pathname.replace(/\/$/, '') === `/p/${project}`
      : pathname === base || pathname.startsWith(`${base}/`);
  };
  return (
    <nav aria-label="Pages" className={classes.nav}>
      {SECTIONS.map(({ label, pages }) => {
        const shown = pages.filter(({ scope }) => scope === undefined || can(scope));
        if (shown.length === 0) return null;
        return (
          <div key={label ?? pages[0]?.to}>
            {label !== undefined && <p className={classes.label}>{label}</p>}
            <ul>
              {shown.map((page) => (
                <li key={page.to}>
                  <ScopeLink
                    to={page.to}
                    className={classes.link}
                    title={`${page.label} (g ${page.key})`}
                    aria-current={isCurrent(page) ? 'page' : undefined}
                    {...(onNavigate && { onClick: onNavigate })}
                  >
                    <Icon name={page.icon} />
                    {page.label}
                  </ScopeLink>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
