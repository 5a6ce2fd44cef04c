import type { ReactNode } from 'react';
import type { ApiError } from '../../api/api-error.js';
import { useApi } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import { ScopeLink } from '../../links/scope-link.js';
import { useScope } from '../../scope/scope.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Page } from '../../ui/layout/page.js';
import { useSearchState } from '../../url/use-search-state.js';
import { CompareTable } from '../waterfall/compare/compare-table.js';
import { ChooseTraces } from './choose-traces.js';
import classes from './compare-page.module.css';
import { COMPARE_FIELDS } from './fields.js';
import { TraceSide } from './trace-side.js';

/** Two traces side by side, span path by span path. */
export function ComparePage(): ReactNode {
  const { project } = useScope();
  const [{ a, b }, update] = useSearchState(COMPARE_FIELDS);
  const before = useOutline(a);
  const after = useOutline(b);
  const isChosen = a !== '' && b !== '';
  const actions = isChosen && (
    <>
      <Button onClick={() => update({ a: b, b: a })}>Swap</Button>
      <CopyMenu
        route="GET /traces/{trace_id}"
        input={{ path: { trace_id: b }, query: { view: 'outline' } }}
        project={project}
      />
    </>
  );
  return (
    <Page
      title="Compare two traces"
      lead="Where the time of one trace went, beside that of another."
      fills
      actions={actions}
    >
      <ChooseTraces key={`${a} ${b}`} a={a} b={b} onChoose={(chosen) => update(chosen)} />
      {!isChosen && (
        <Empty title="Choose two traces" text="Type their IDs above, or mark two traces in the list with the key c.">
          <ScopeLink to="traces">Search traces</ScopeLink>
        </Empty>
      )}
      <Fault name="before" error={before.error} />
      <Fault name="after" error={after.error} />
      {isChosen && before.data && after.data && (
        <>
          <div className={classes.sides}>
            <TraceSide label="Before" trace={before.data} />
            <TraceSide label="After" trace={after.data} other={before.data} />
          </div>
          <div className={classes.table}>
            <CompareTable before={before.data} after={after.data} />
          </div>
        </>
      )}
    </Page>
  );
}

function useOutline(id: string) {
  const input = { path: { trace_id: id }, query: { view: 'outline' } } as const;
  return useApi('GET /traces/{trace_id}', input, { enabled: id !== '', keepsPrevious: false, staleTime: 60_000 });
}

function Fault({ name, error }: { readonly name: string; readonly error: ApiError | null }): ReactNode {
  if (!error) return null;
  return (
    <ErrorBox error={error}>
      <p>{`This is the answer for the trace ${name}. It may be older than the retention of traces.`}</p>
    </ErrorBox>
  );
}
