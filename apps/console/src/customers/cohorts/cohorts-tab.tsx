import { useState, type ReactNode } from 'react';
import { useApiPages } from '../../api/hooks.js';
import type { Cohort, CohortsListResponse } from '../../gen/api.js';
import { Cell, Rows } from '../../rows/rows.js';
import { usePagedRows } from '../../rows/use-paged-rows.js';
import { SearchField } from '../../search/search-field.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { formatCount } from '../../time/amounts.js';
import { TimeText } from '../../time/time-text.js';
import { Badge } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Beside } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { describeDefinition } from '../parts/describe-condition.js';
import type { TabProps } from '../parts/tab-props.js';
import { Note, Toolbar } from '../parts/toolbar.js';
import { CohortPanel } from './cohort-panel.js';
import { CohortEditor } from './editor/cohort-editor.js';

const COLUMNS = [
  { label: 'Cohort', width: 'minmax(140px, 1fr)' },
  { label: 'Kind', width: '96px', isOptional: true },
  { label: 'Members', width: '84px' },
  { label: 'Build', width: '84px', isOptional: true },
  { label: 'Condition', width: 'minmax(180px, 2fr)', isOptional: true },
  { label: 'Changed', width: '150px', narrowWidth: '116px' },
];

const DEFINITION = '{"operator":"and","conditions":[{"type":"property","key":"plan","op":"eq","value":"pro"}]}';
const COMMAND = `svc cohorts create --json '{"name":"Pro plan","kind":"property","definition":${DEFINITION}}'`;

/** Cohorts of persons, newest first. */
export function CohortsTab({ state: { q, open }, update }: TabProps): ReactNode {
  const pages = useApiPages('GET /analytics/cohorts', {
    query: { name: q },
  });
  const { data, error, refetch } = pages;
  const { rows, onEnd, foot } = usePagedRows(pages, toRows);
  const { can } = useSession();
  const [isCreating, setCreating] = useState(false);
  const hasNone = data !== undefined && rows.length === 0;
  return (
    <>
      <Toolbar label="Cohorts">
        <SearchField
          label="Search cohorts"
          placeholder="Part of a name"
          value={q}
          onSubmit={(next) => update({ q: next }, { replace: true })}
        />
        <Button
          icon="plus"
          disabledReason={can('cohorts:write') ? undefined : missingScope('cohorts:write')}
          onClick={() => setCreating(true)}
        >
          New cohort
        </Button>
        <Note>Members are computed again every 15 minutes.</Note>
      </Toolbar>
      {error && rows.length === 0 && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {hasNone && q === '' && (
        <Empty
          title="No cohorts yet"
          text="A cohort is a group of persons with common properties or events."
          command={COMMAND}
        />
      )}
      {hasNone && q !== '' && (
        <Empty title="No such cohort" text={<OutsideText text={`No name contains “${q}”.`} />}>
          <Button onClick={() => update({ q: '' })}>Show all cohorts</Button>
        </Empty>
      )}
      {!hasNone && !(error && rows.length === 0) && (
        <Beside>
          <Rows
            label="Cohorts"
            rows={rows}
            columns={COLUMNS}
            getId={getId}
            renderCells={(cohort) => <CohortCells cohort={cohort} />}
            open={open}
            onOpen={(cohort) => update({ open: cohort?.id }, { replace: true })}
            onEnd={onEnd}
            foot={foot}
          />
          {open !== undefined && (
            <CohortPanel key={open} id={open} onClose={() => update({ open: undefined }, { replace: true })} />
          )}
        </Beside>
      )}
      {isCreating && (
        <CohortEditor
          onClose={() => setCreating(false)}
          onSaved={(id) => {
            setCreating(false);
            update({ open: id, q: '' });
          }}
        />
      )}
    </>
  );
}

function CohortCells({ cohort }: { readonly cohort: Cohort }): ReactNode {
  const { latest_build: build, updated_at: changed } = cohort;
  const isFailed = build?.state === 'failed';
  return (
    <>
      <Cell>
        <OutsideText text={cohort.name} limit={120} />
      </Cell>
      <Cell isOptional>{cohort.kind}</Cell>
      <Cell isNumber>{formatCount(cohort.count)}</Cell>
      <Cell isOptional>{build && <Badge tone={isFailed ? 'danger' : 'neutral'}>{build.state}</Badge>}</Cell>
      <Cell isOptional>
        <OutsideText text={describeDefinition(cohort.definition)} limit={300} />
      </Cell>
      <Cell>{changed !== undefined && <TimeText at={changed} />}</Cell>
    </>
  );
}

function toRows({ cohorts }: CohortsListResponse): CohortsListResponse['cohorts'] {
  return cohorts;
}

function getId({ id }: Cohort): string {
  return id;
}
