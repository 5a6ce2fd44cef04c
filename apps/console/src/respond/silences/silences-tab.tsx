import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { Silence } from '../../gen/api.js';
import { Rows } from '../../rows/rows.js';
import { useScope } from '../../scope/scope.js';
import { SearchField } from '../../search/search-field.js';
import { useMembers } from '../../session/use-members.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import classes from '../parts/respond.module.css';
import type { TabProps } from '../parts/tab-props.js';
import { useRefusal } from '../parts/use-refusal.js';
import { EndDialog } from './end-dialog.js';
import { SILENCE_COLUMNS, SilenceCells } from './silence-cells.js';

const NewSilence = lazy(async () => ({ default: (await import('./new-silence.js')).NewSilence }));

/** The silences that keep alerts from notifying, and those that have ended. */
export function SilencesTab({ state, update }: TabProps): ReactNode {
  const { nowMs } = useScope();
  const { nameOf } = useMembers();
  const role = useRefusal('alerts:write');
  const [ending, setEnding] = useState<Silence>();
  const { q } = state;
  const { data, error, refetch } = useApi('GET /alerts/silences', { query: q === '' ? {} : { name: q } });
  const rows = data?.silences ?? [];
  return (
    <>
      <div className={classes.bar}>
        <SearchField
          label="Search silences"
          placeholder="Name contains"
          value={q}
          onSubmit={(next) => update({ q: next }, { replace: true })}
        />
        <span className={classes.end}>
          <Button icon="plus" disabledReason={role} onClick={() => update({ new: '{}' })}>
            New silence
          </Button>
        </span>
      </div>
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <div aria-busy="true" />}
      {data && rows.length === 0 && (
        <Empty
          title={q === '' ? 'No silence yet' : 'No such silence'}
          text={
            q === ''
              ? 'A silence keeps alerts with certain labels from notifying for a time, such as during maintenance.'
              : 'No silence has this text in its name.'
          }
          {...(q === '' && { command: 'svc alerts silences create --help' })}
        >
          {q !== '' && <Button onClick={() => update({ q: '' })}>Remove the filter</Button>}
        </Empty>
      )}
      {rows.length > 0 && (
        <Rows
          label="Silences"
          rows={rows}
          columns={SILENCE_COLUMNS}
          getId={({ id }) => id}
          renderCells={(silence) => (
            <SilenceCells silence={silence} nowMs={nowMs} nameOf={nameOf} role={role} onEnd={setEnding} />
          )}
        />
      )}
      <Suspense>
        {state.new !== undefined && (
          <NewSilence
            key={state.new}
            source={state.new}
            onClose={() => update({ new: undefined }, { replace: true })}
          />
        )}
      </Suspense>
      {ending && <EndDialog silence={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}
