import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { CopyMenu } from '../copy/copy-menu.js';
import { AloneLink } from '../links/alone-link.js';
import { ScopeLink } from '../links/scope-link.js';
import { useScope } from '../scope/scope.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { LeadItems } from '../ui/layout/lead-items.js';
import { Page } from '../ui/layout/page.js';
import { Beside, Panel } from '../ui/layout/panel.js';
import { OutsideText } from '../ui/text/outside-text.js';
import { useSearchState } from '../url/use-search-state.js';
import { RELEASES_FIELDS } from './fields.js';
import { ReleaseDetails } from './release-details.js';
import { ReleaseList, RELEASES_INPUT } from './release-list.js';

/** The releases of the project with the issues that they brought. */
export function ReleasesPage(): ReactNode {
  const { project } = useScope();
  const [{ open }, update] = useSearchState(RELEASES_FIELDS);
  const onOpen = (release: string | undefined): void => update({ open: release }, { replace: true });
  return (
    <Page
      title="Releases"
      fills
      lead={
        <LeadItems>
          <ScopeLink to="issues">All issues</ScopeLink>
          <ScopeLink to="symbols">Symbol files</ScopeLink>
        </LeadItems>
      }
      actions={<CopyMenu route="GET /releases" input={RELEASES_INPUT} project={project} />}
    >
      <Beside>
        <ReleaseList open={open} onOpen={onOpen} />
        {open !== undefined && <ReleasePanel key={open} name={open} onClose={() => onOpen(undefined)} />}
      </Beside>
    </Page>
  );
}

function ReleasePanel({ name, onClose }: { readonly name: string; readonly onClose: () => void }): ReactNode {
  const { data, error, refetch } = useApi('GET /releases/{release}', { path: { release: name } });
  return (
    <Panel
      title={<OutsideText text={name} limit={120} />}
      onClose={onClose}
      actions={<AloneLink type="release" id={name} />}
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data && <ReleaseDetails release={data} />}
    </Panel>
  );
}
