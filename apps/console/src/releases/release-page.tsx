import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { CopyMenu } from '../copy/copy-menu.js';
import { ScopeLink } from '../links/scope-link.js';
import { useScope } from '../scope/scope.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { LeadItems } from '../ui/layout/lead-items.js';
import { Page } from '../ui/layout/page.js';
import { Sheet } from '../ui/layout/sheet.js';
import { ReleaseDetails } from './release-details.js';

/** One release on a page of its own. */
export function ReleasePage(): ReactNode {
  const { release = '' }: { readonly release?: string } = useParams({ strict: false });
  const { project } = useScope();
  const input = { path: { release } };
  const { data, error, refetch } = useApi('GET /releases/{release}', input, { keepsPrevious: false });
  return (
    <Page
      title={release}
      lead={
        <LeadItems>
          <ScopeLink to="releases">All releases</ScopeLink>
          <ScopeLink to="symbols" search={{ release }}>
            Source maps of the release
          </ScopeLink>
        </LeadItems>
      }
      actions={<CopyMenu route="GET /releases/{release}" input={input} project={project} />}
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data && (
        <Sheet>
          <ReleaseDetails release={data} />
        </Sheet>
      )}
    </Page>
  );
}
