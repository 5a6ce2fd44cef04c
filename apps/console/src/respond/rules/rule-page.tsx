import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import { ScopeLink } from '../../links/scope-link.js';
import { useScope } from '../../scope/scope.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Page } from '../../ui/layout/page.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { flag, type Fields } from '../../url/codec.js';
import { useSearchState } from '../../url/use-search-state.js';
import { toDraft } from './editor/to-draft.js';
import { RuleDetailsView } from './rule-details.js';

const RuleEditor = lazy(async () => ({ default: (await import('./editor/rule-editor.js')).RuleEditor }));

const FIELDS: Fields<{ readonly edit: boolean }> = { edit: flag() };

/** One rule, or its form. */
export function RulePage(): ReactNode {
  const { ruleId = '' }: { readonly ruleId?: string } = useParams({ strict: false });
  const { project } = useScope();
  const [{ edit }, update] = useSearchState(FIELDS);
  const input = { path: { rule_id: ruleId } };
  // The form is about the version that it was opened with.
  const options = { keepsPrevious: false, ...(edit && { staleTime: Infinity }) };
  const { data, error, refetch } = useApi('GET /alerts/rules/{rule_id}', input, options);
  const close = (): void => update({ edit: false });
  return (
    <Page
      title={data?.name ?? 'Rule'}
      lead={
        <ScopeLink to="respond" search={{ tab: 'rules' }}>
          All rules
        </ScopeLink>
      }
      actions={<CopyMenu route="GET /alerts/rules/{rule_id}" input={input} project={project} />}
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <div aria-busy="true" />}
      {data && (
        <Sheet>
          {edit ? (
            <Suspense fallback={null}>
              <RuleEditor key={data.id} start={toDraft(data)} rule={data} onSaved={close} onClose={close} />
            </Suspense>
          ) : (
            <RuleDetailsView rule={data} onEdit={() => update({ edit: true })} />
          )}
        </Sheet>
      )}
    </Page>
  );
}
