import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import type { Flag } from '../gen/api.js';
import { Cell, Rows, type Column } from '../rows/rows.js';
import { TimeText } from '../time/time-text.js';
import { Badge } from '../ui/controls/badge.js';
import { Button } from '../ui/controls/button.js';
import { Empty } from '../ui/feedback/empty.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { OutsideText } from '../ui/text/outside-text.js';
import type { Update } from '../url/use-search-state.js';
import { summarize } from './describe-flag.js';
import type { FlagsState } from './fields.js';

const COLUMNS: readonly Column[] = [
  { label: 'Flag', width: 'minmax(140px, 1fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'State', width: '76px' },
  { label: 'On for', width: 'minmax(180px, 2fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'Variants', width: '76px', isOptional: true, isNumber: true },
  { label: 'Name', width: 'minmax(100px, 1fr)', isOptional: true },
  { label: 'Changed', width: '140px', isOptional: true },
];
/** Columns beside open details. */
const NARROW = COLUMNS.filter(({ isOptional }) => isOptional !== true);

interface FlagListProps {
  readonly state: FlagsState;
  readonly update: Update<FlagsState>;
}

/** The flags that match, by key. */
export function FlagList({ state, update }: FlagListProps): ReactNode {
  const { data, error, refetch } = useApi('GET /flags', { query: { name: state.q } });
  if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  const rows = data?.flags.filter(({ active }) => state.state === 'all' || active === (state.state === 'active')) ?? [];
  if (data && rows.length === 0) return <NoFlags state={state} update={update} />;
  const isNarrow = state.open !== undefined;
  return (
    <Rows
      label="Flags"
      rows={rows}
      columns={isNarrow ? NARROW : COLUMNS}
      getId={getKey}
      renderCells={(flag) => <FlagCells flag={flag} isNarrow={isNarrow} />}
      open={state.open}
      onOpen={(flag) => update({ open: flag?.key }, { replace: true })}
    />
  );
}

function FlagCells({ flag, isNarrow }: { readonly flag: Flag; readonly isNarrow: boolean }): ReactNode {
  const { key, name, active, variants, updated_at: changed } = flag;
  return (
    <>
      <Cell>
        <OutsideText text={key} limit={120} />
      </Cell>
      <Cell>
        <Badge tone={active ? 'ok' : 'neutral'}>{active ? 'active' : 'inactive'}</Badge>
      </Cell>
      <Cell>
        <OutsideText text={summarize(flag)} limit={200} />
      </Cell>
      {!isNarrow && (
        <>
          <Cell isNumber isOptional>
            {variants.length === 0 ? '' : variants.length}
          </Cell>
          <Cell isOptional>
            <OutsideText text={name} limit={120} />
          </Cell>
          <Cell isOptional>{changed !== undefined && <TimeText at={changed} precision="minute" />}</Cell>
        </>
      )}
    </>
  );
}

/** Says which filters match no flag; teaches the first one if there is none. */
function NoFlags({ state, update }: FlagListProps): ReactNode {
  if (state.q === '' && state.state === 'all')
    return (
      <Empty
        title="No flags yet"
        text="A flag turns a part of your application on for some of its users, without a deploy. It starts off for everyone, and rules then say for whom it is on."
        command={`svc flags create --json '{"key":"new-checkout","name":"New checkout"}'`}
      />
    );
  const noun = state.state === 'all' ? 'flag' : `${state.state} flag`;
  return (
    <Empty
      title="No flags"
      text={
        <OutsideText
          text={`The project has no ${noun}${state.q === '' ? '' : ` with “${state.q}” in the key or name`}.`}
        />
      }
    >
      <Button onClick={() => update({ q: '', state: 'all' })}>Remove the filters</Button>
    </Empty>
  );
}

function getKey({ key }: Flag): string {
  return key;
}
