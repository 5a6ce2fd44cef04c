import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { Segment } from '../../gen/api.js';
import { Cell, Rows } from '../../rows/rows.js';
import { SearchField } from '../../search/search-field.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Beside } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import type { TabProps } from '../parts/tab-props.js';
import { Note, Toolbar } from '../parts/toolbar.js';
import { describeFilters } from './compare-segments.js';
import { SegmentEditor } from './segment-editor.js';
import { SegmentPanel } from './segment-panel.js';

const COLUMNS = [
  { label: 'Segment', width: 'minmax(140px, 1fr)' },
  { label: 'Accounts', width: '110px', isOptional: true },
  { label: 'Conditions', width: 'minmax(180px, 2fr)', isOptional: true },
  { label: 'Changed', width: '150px', narrowWidth: '116px' },
];

const NONE: readonly Segment[] = [];
const FILTER = '{"field":"property.plan","op":"eq","value":"enterprise"}';
const COMMAND = `svc segments create --json '{"name":"Enterprise","group_type":"company","filters":[${FILTER}]}'`;

/** Segments of accounts, newest first. */
export function SegmentsTab({ state: { q, open }, update }: TabProps): ReactNode {
  const { can } = useSession();
  const [isCreating, setCreating] = useState(false);
  const { data, error, refetch } = useApi('GET /account-segments', { query: { name: q } });
  const rows = data?.segments ?? NONE;
  const hasNone = data !== undefined && rows.length === 0;
  return (
    <>
      <Toolbar label="Segments">
        <SearchField
          label="Search segments"
          placeholder="Part of a name"
          value={q}
          onSubmit={(next) => update({ q: next }, { replace: true })}
        />
        <Button
          icon="plus"
          disabledReason={can('segments:write') ? undefined : missingScope('segments:write')}
          onClick={() => setCreating(true)}
        >
          New segment
        </Button>
        <Note>Members are computed whenever a segment is read.</Note>
      </Toolbar>
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {hasNone && q === '' && (
        <Empty
          title="No segments yet"
          text="A segment is a set of accounts with common properties or figures."
          command={COMMAND}
        />
      )}
      {hasNone && q !== '' && (
        <Empty title="No such segment" text={<OutsideText text={`No name contains “${q}”.`} />}>
          <Button onClick={() => update({ q: '' })}>Show all segments</Button>
        </Empty>
      )}
      {!hasNone && !error && (
        <Beside>
          <Rows
            label="Segments"
            rows={rows}
            columns={COLUMNS}
            getId={getId}
            renderCells={(segment) => <SegmentCells segment={segment} />}
            open={open}
            onOpen={(segment) => update({ open: segment?.id }, { replace: true })}
          />
          {open !== undefined && (
            <SegmentPanel key={open} id={open} onClose={() => update({ open: undefined }, { replace: true })} />
          )}
        </Beside>
      )}
      {isCreating && (
        <SegmentEditor
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

function SegmentCells({ segment }: { readonly segment: Segment }): ReactNode {
  const { name, group_type: type, filters, updated_at: changed } = segment;
  return (
    <>
      <Cell>
        <OutsideText text={name} limit={120} />
      </Cell>
      <Cell isOptional>
        <OutsideText text={type} limit={60} />
      </Cell>
      <Cell isOptional>
        <OutsideText text={describeFilters(filters)} limit={300} />
      </Cell>
      <Cell>{changed !== undefined && <TimeText at={changed} />}</Cell>
    </>
  );
}

function getId({ id }: Segment): string {
  return id;
}
