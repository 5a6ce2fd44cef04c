import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { missingScope } from '../session/missing-scope.js';
import { useSession } from '../session/session.js';
import { Empty } from '../ui/feedback/empty.js';
import { Page } from '../ui/layout/page.js';
import { Sheet } from '../ui/layout/sheet.js';
import { OutsideText } from '../ui/text/outside-text.js';
import { SECTIONS, toSection, type SectionId } from './sections.js';
import { SettingsNav } from './settings-nav.js';
import classes from './settings-page.module.css';

const CONTENT: Readonly<Record<SectionId, () => ReactNode>> = {
  keys: lazy(async () => ({ default: (await import('./keys/keys-section.js')).KeysSection })),
  members: lazy(async () => ({ default: (await import('./members/members-section.js')).MembersSection })),
  project: lazy(async () => ({ default: (await import('./project/project-section.js')).ProjectSection })),
  channels: lazy(async () => ({ default: (await import('./channels/channels-section.js')).ChannelsSection })),
  connections: lazy(async () => ({
    default: (await import('./connections/connections-section.js')).ConnectionsSection,
  })),
  codehost: lazy(async () => ({ default: (await import('./codehost/codehost-section.js')).CodehostSection })),
  configuration: lazy(async () => ({
    default: (await import('./configuration/configuration-section.js')).ConfigurationSection,
  })),
  security: lazy(async () => ({ default: (await import('./security/security-section.js')).SecuritySection })),
  usage: lazy(async () => ({ default: (await import('./organization/usage-section.js')).UsageSection })),
  audit: lazy(async () => ({ default: (await import('./organization/audit-section.js')).AuditSection })),
  profile: lazy(async () => ({ default: (await import('./profile/profile-section.js')).ProfileSection })),
  contacts: lazy(async () => ({ default: (await import('./contacts/contacts-section.js')).ContactsSection })),
  sessions: lazy(async () => ({ default: (await import('./sign-in/sign-in-section.js')).SignInSection })),
} as never;

/** The settings of the organization, the project and the user, one section at a time. */
export function SettingsPage(): ReactNode {
  const { section: named = '' }: { readonly section?: string } = useParams({ strict: false });
  const { can, account } = useSession();
  const current = toSection(named, can);
  const { label, scope } = SECTIONS.find(({ id }) => id === current) ?? SECTIONS[0];
  const Content = CONTENT[current];
  return (
    <Page title={`Settings: ${label}`} lead={<OutsideText text={account.organization?.name ?? ''} />}>
      <div className={classes.settings}>
        <SettingsNav current={current} />
        <div className={classes.content}>
          {can(scope) ? (
            <Sheet>
              <div className={classes.section}>
                <Suspense>
                  <Content />
                </Suspense>
              </div>
            </Sheet>
          ) : (
            <Empty
              title="Not for your role"
              text={`${missingScope(scope)} An admin of the organization can grant it.`}
            />
          )}
        </div>
      </div>
    </Page>
  );
}
