import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { useApiPages } from '../../api/hooks.js';
import type { AlertRule, AlertRulesListResponse } from '../../gen/api.js';
import { useGo } from '../../links/use-go.js';
import { Rows } from '../../rows/rows.js';
import { usePagedRows } from '../../rows/use-paged-rows.js';
import { SearchField } from '../../search/search-field.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Sheet } from '../../ui/layout/sheet.js';
import classes from '../parts/respond.module.css';
import type { TabProps } from '../parts/tab-props.js';
import { useRefusal } from '../parts/use-refusal.js';
import { readDraft } from './editor/read-draft.js';
import { RULE_COLUMNS, RuleCells } from './rule-cells.js';

const RuleEditor = lazy(async () => ({ default: (await import('./editor/rule-editor.js')).RuleEditor }));

const PAGE_SIZE = 200;

/** The rules of the project by name, or the one that is being made. */
export function RulesTab(props: TabProps): ReactNode {
  const source = props.state.new;
  return source === undefined ? <RuleList {...props} /> : <NewRule {...props} source={source} />;
}

function NewRule({ source, update }: TabProps & { readonly source: string }): ReactNode {
  const go = useGo();
  const start = useMemo(() => readDraft(source), [source]);
  return (
    <div className={classes.scroll} tabIndex={-1}>
      <h2>New rule</h2>
      <Sheet>
        <Suspense fallback={null}>
          <RuleEditor
            key={source}
            start={start}
            onSaved={({ id }) => go({ to: `respond/rules/${encodeURIComponent(id)}` })}
            onClose={() => update({ new: undefined })}
          />
        </Suspense>
      </Sheet>
    </div>
  );
}

function RuleList({ state, update }: TabProps): ReactNode {
  const go = useGo();
  const role = useRefusal('alerts:write');
  const { q } = state;
  const pages = useApiPages('GET /alerts/rules', { query: { limit: PAGE_SIZE, ...(q !== '' && { name: q }) } });
  const { data, error, refetch } = pages;
  const { rows, onEnd, foot } = usePagedRows(pages, toRows);
  return (
    <>
      <div className={classes.bar}>
        <SearchField
          label="Search rules"
          placeholder="Name contains"
          value={q}
          onSubmit={(next) => update({ q: next }, { replace: true })}
        />
        <span className={classes.end}>
          <Button icon="plus" disabledReason={role} onClick={() => update({ new: '{}' })}>
            New rule
          </Button>
        </span>
      </div>
      {error && rows.length === 0 && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && (
        <Empty
          title={q === '' ? 'No rule yet' : 'No such rule'}
          text={
            q === ''
              ? 'A rule measures your telemetry at an interval, and raises an alert when its condition is met.'
              : 'No rule has this text in its name.'
          }
          {...(q === '' && { command: 'svc alerts rules create --help' })}
        >
          {q !== '' && <Button onClick={() => update({ q: '' })}>Remove the filter</Button>}
        </Empty>
      )}
      {rows.length > 0 && (
        <Rows
          label="Rules"
          rows={rows}
          columns={RULE_COLUMNS}
          getId={getId}
          renderCells={(rule) => <RuleCells rule={rule} />}
          onOpen={(rule) => rule && go({ to: `respond/rules/${encodeURIComponent(rule.id)}` })}
          onEnd={onEnd}
          foot={foot}
        />
      )}
    </>
  );
}

function getId({ id }: AlertRule): string {
  return id;
}

function toRows({ rules }: AlertRulesListResponse): readonly AlertRule[] {
  return rules;
}
