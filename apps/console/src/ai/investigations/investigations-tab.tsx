import type { ReactNode } from 'react';
import { useApiPages } from '../../api/hooks.js';
import type { InvestigationsListResponse, InvestigationSummary } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { useGo } from '../../links/use-go.js';
import { Cell, Rows, type Column } from '../../rows/rows.js';
import { usePagedRows } from '../../rows/use-paged-rows.js';
import { useSession } from '../../session/session.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import type { TabProps } from '../tab-props.js';
import { InvestigationStatus } from './investigation-status.js';
import { StartDialog } from './start-dialog.js';

const PAGE_SIZE = 100;
const COLUMNS: readonly Column[] = [
  { label: 'Question', width: 'minmax(180px, 2fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'Starts from', width: 'minmax(90px, 1fr)', isOptional: true },
  { label: 'Result', width: '190px', narrowWidth: '110px' },
  { label: 'Started', width: '132px', isOptional: true },
];

/** The investigations of the project, the latest first. */
export function InvestigationsTab({ state, update }: TabProps): ReactNode {
  const { can } = useSession();
  const go = useGo();
  const pages = useApiPages('GET /investigations', { query: { limit: PAGE_SIZE } });
  const { data, error, refetch } = pages;
  const { rows, onEnd, foot } = usePagedRows(pages, toRows);
  const isEmpty = data !== undefined && rows.length === 0;
  return (
    <>
      <div>
        <Button
          kind="primary"
          icon="plus"
          disabledReason={can('investigations:write') ? undefined : 'Your role does not have investigations:write.'}
          onClick={() => update({ subject: 'question' })}
        >
          New investigation
        </Button>
      </div>
      {error && rows.length === 0 && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {isEmpty && (
        <Empty
          title="No investigations yet"
          text="An investigation looks for the cause of a symptom in what the project stores: where it began, what changed, who is affected. Rules do this, with the evidence of everything that they say."
          command={`svc investigations start "why is checkout slow since 10:00"`}
        />
      )}
      {!isEmpty && !(error && rows.length === 0) && (
        <Rows
          label="Investigations"
          rows={rows}
          columns={COLUMNS}
          getId={getId}
          renderCells={(investigation) => <InvestigationCells investigation={investigation} />}
          onOpen={(row) => row && go({ to: `ai/investigations/${row.id}` })}
          onEnd={onEnd}
          foot={foot}
        />
      )}
      {state.subject !== undefined && can('investigations:write') && (
        <StartDialog subject={state.subject} onClose={() => update({ subject: undefined }, { replace: true })} />
      )}
    </>
  );
}

function InvestigationCells({ investigation }: { readonly investigation: InvestigationSummary }): ReactNode {
  const { id, title, subject, created_at: at } = investigation;
  return (
    <>
      <Cell>
        <ScopeLink to={`ai/investigations/${id}`}>
          <OutsideText text={title} limit={200} />
        </ScopeLink>
      </Cell>
      <Cell isOptional>
        <OutsideText text={[subject?.type, subject?.ref].filter(Boolean).join(' ')} limit={120} />
      </Cell>
      <Cell>
        <InvestigationStatus investigation={investigation} />
      </Cell>
      <Cell isOptional>{at !== undefined && <TimeText at={at} />}</Cell>
    </>
  );
}

function getId({ id }: InvestigationSummary): string {
  return id;
}

function toRows({ investigations }: InvestigationsListResponse): InvestigationsListResponse['investigations'] {
  return investigations;
}
