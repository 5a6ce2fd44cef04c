import { lazy, Suspense, type ReactNode } from 'react';
import { CopyMenu } from '../copy/copy-menu.js';
import { useScope } from '../scope/scope.js';
import { useSession } from '../session/session.js';
import { Empty } from '../ui/feedback/empty.js';
import { Page } from '../ui/layout/page.js';
import { Beside, Panel } from '../ui/layout/panel.js';
import { useSearchState } from '../url/use-search-state.js';
import { REPLAYS_FIELDS } from './fields.js';
import { ReplayList } from './list/replay-list.js';
import { toReplaysInput } from './list/replay-query.js';
import { ReplayToolbar } from './list/replay-toolbar.js';

/** Loaded with the first recording that is opened. */
const ReplayPanel = lazy(async () => ({ default: (await import('./detail/replay-panel.js')).ReplayPanel }));

/** Recorded sessions: what visitors saw and did in their browsers. */
export function ReplaysPage(): ReactNode {
  const { can } = useSession();
  const { project, query, env } = useScope();
  const [state, update] = useSearchState(REPLAYS_FIELDS);
  if (!can('replay:read'))
    return (
      <Page title="Replays">
        <Empty title="Your role cannot see recordings" text="They need the scope replay:read. Ask an admin." />
      </Page>
    );
  const { open, ...filters } = state;
  const onClose = (): void => update({ open: undefined }, { replace: true });
  return (
    <Page
      title="Replays"
      fills
      lead={env.length > 0 && 'Recordings of all environments are listed.'}
      actions={<CopyMenu route="GET /replay" input={toReplaysInput(query, filters)} project={project} />}
    >
      <ReplayToolbar state={state} update={update} />
      <Beside>
        <ReplayList state={state} update={update} />
        {open !== undefined && (
          <Suspense fallback={<Panel title="Recording" onClose={onClose} children={null} />}>
            <ReplayPanel key={open} id={open} onClose={onClose} />
          </Suspense>
        )}
      </Beside>
    </Page>
  );
}
