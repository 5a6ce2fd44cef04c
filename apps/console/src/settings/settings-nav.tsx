import type { ReactNode } from 'react';
import { ScopeLink } from '../links/scope-link.js';
import { GROUPS, SECTIONS, type SectionId } from './sections.js';
import classes from './settings-page.module.css';

/** The sections of the settings, by what they belong to. */
export function SettingsNav({ current }: { readonly current: SectionId }): ReactNode {
  return (
    <nav aria-label="Settings" className={classes.nav}>
      {GROUPS.map((group) => (
        <div key={group} role="group" aria-label={group} className={classes.group}>
          <span aria-hidden className={classes.groupName}>
            {group}
          </span>
          <div className={classes.links}>
            {SECTIONS.filter((section) => section.group === group).map(({ id, label }) => (
              <ScopeLink
                key={id}
                to={`settings/${id}`}
                className={classes.link}
                aria-current={id === current ? 'page' : undefined}
              >
                {label}
              </ScopeLink>
            ))}
          </div>
        </div>
      ))}
    </nav>
  );
}
