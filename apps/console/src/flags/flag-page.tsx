import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { CopyMenu } from '../copy/copy-menu.js';
import { ScopeLink } from '../links/scope-link.js';
import { useScope } from '../scope/scope.js';
import { missingScope } from '../session/missing-scope.js';
import { useSession } from '../session/session.js';
import { Empty } from '../ui/feedback/empty.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { Page } from '../ui/layout/page.js';
import { Sheet } from '../ui/layout/sheet.js';
import { useSearchState } from '../url/use-search-state.js';
import { FLAG_FIELDS } from './fields.js';
import { FlagDetails } from './flag-details.js';

const FlagEditor = lazy(async () => ({ default: (await import('./editor/flag-editor.js')).FlagEditor }));

/** One flag on a page of its own, or its editor. */
export function FlagPage(): ReactNode {
  const { flagKey = '' }: { readonly flagKey?: string } = useParams({ strict: false });
  const { project } = useScope();
  const { can } = useSession();
  const [{ edit }, update] = useSearchState(FLAG_FIELDS);
  const input = { path: { flag_key: flagKey } };
  const mayRead = can('flags:read');
  const mayWrite = can('flags:write');
  const options = { keepsPrevious: false, enabled: mayRead };
  const { data, error, refetch } = useApi('GET /flags/{flag_key}', input, options);
  return (
    <Page
      title={flagKey}
      lead={<ScopeLink to="flags">All flags</ScopeLink>}
      actions={<CopyMenu route="GET /flags/{flag_key}" input={input} project={project} />}
    >
      {!mayRead && <Empty title="You may not read flags" text={missingScope('flags:read')} />}
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data && (
        <Sheet>
          {edit && mayWrite ? (
            <Suspense>
              <FlagEditor key={data.key} flag={data} onClose={() => update({ edit: false })} />
            </Suspense>
          ) : (
            <FlagDetails flag={data} />
          )}
        </Sheet>
      )}
    </Page>
  );
}
