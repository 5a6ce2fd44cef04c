import type { ReactNode } from 'react';
import type { Release } from '../gen/api.js';
import { formatCount } from '../time/format.js';
import { TimeText } from '../time/time-text.js';
import { Facts, type Fact } from '../ui/layout/facts.js';
import { PanelSection } from '../ui/layout/panel.js';
import { Stat } from '../ui/layout/stat.js';
import { OutsideText } from '../ui/text/outside-text.js';
import { DeployVerdict } from './deploy-verdict.js';
import { explainCrashFree, formatCrashFree } from './describe-release.js';
import classes from './release-details.module.css';
import { ReleaseIssues } from './release-issues.js';

/** Everything about one release: what its deploy did to the errors, which issues it brought, and who deployed it. */
export function ReleaseDetails({ release }: { readonly release: Release }): ReactNode {
  const { crash_free: crashFree, new_issue_count: begun, regressed_issue_count: regressed, deploy } = release;
  return (
    <div className={classes.details}>
      <div className={classes.stats}>
        <Stat label="New issues" value={formatCount(begun)} note="began in it" tone={begun > 0 ? 'warn' : undefined} />
        <Stat
          label="Regressed issues"
          value={formatCount(regressed)}
          note="came back in it"
          tone={regressed > 0 ? 'danger' : undefined}
        />
        <Stat label="Errors" value={formatCount(release.error_count, 'short')} note="name the release" />
        <Stat label="Crash-free sessions" value={formatCrashFree(crashFree)} note={explainCrashFree(crashFree)} />
      </div>
      <PanelSection title="Effect of the deploy">
        {deploy ? (
          <DeployVerdict deploy={deploy} />
        ) : (
          <p className={classes.note}>
            No deploy was recorded, so there is nothing to compare. Let your pipeline run{' '}
            <code>
              svc releases create <OutsideText text={release.release} />
            </code>
            .
          </p>
        )}
      </PanelSection>
      <ReleaseIssues name={release.release} />
      <PanelSection title="Facts">
        <Facts label="Facts" facts={toFacts(release)} />
      </PanelSection>
    </div>
  );
}

function toFacts(release: Release): readonly Fact[] {
  const { author, commit, ref, url } = release;
  const facts: readonly (Fact | false)[] = [
    { name: 'Deployed', value: toTime(release.deployed_at, 'not recorded') },
    { name: 'First error', value: toTime(release.first_seen, 'none') },
    { name: 'Last error', value: toTime(release.last_seen, 'none') },
    author !== '' && { name: 'Author', value: <OutsideText text={author} limit={200} /> },
    commit !== '' && {
      name: 'Commit',
      value: (
        <code>
          <OutsideText text={commit} limit={200} />
        </code>
      ),
    },
    ref !== '' && { name: 'Branch or tag', value: <OutsideText text={ref} limit={200} /> },
    /^https?:\/\//.test(url) && {
      name: 'Link',
      value: (
        <a href={url} target="_blank" rel="noopener noreferrer">
          <OutsideText text={url} limit={200} />
        </a>
      ),
    },
  ];
  return facts.filter((fact) => fact !== false);
}

function toTime(at: string | null, otherwise: string): ReactNode {
  return at === null ? otherwise : <TimeText at={at} />;
}
