import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { LlmModelFigures, LlmPersonFigures, LlmSummary, LlmUnpricedCalls } from '../../gen/api.js';
import { TargetLink } from '../../links/target-link.js';
import { useScope } from '../../scope/scope.js';
import { useSession } from '../../session/session.js';
import { formatCost, formatCount, formatDuration } from '../../time/amounts.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card, Cards } from '../../ui/layout/card.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { CostText } from '../runs/cost-text.js';
import classes from './costs-tab.module.css';

const SHOWN = 20;

interface CostTablesProps {
  readonly summary: LlmSummary | undefined;
  /** Opens the prices of a model. */
  readonly onPrice: (model: string) => void;
}

/** Models with their figures, the persons with the highest cost, and calls that have no price. */
export function CostTables({ summary, onPrice }: CostTablesProps): ReactNode {
  const { judge } = summary ?? {};
  return (
    <Cards minWidth={440}>
      <Card title="Models">
        <Table<LlmModelFigures>
          label="Models"
          rows={summary?.models}
          getId={({ provider, model }) => `${provider} ${model}`}
          empty="No model was called in this time range."
          columns={[
            { label: 'Model', render: ({ model, provider }) => <ModelName model={model} provider={provider} /> },
            { label: 'Calls', isNumber: true, render: ({ figures }) => formatCount(figures?.calls ?? 0, 'short') },
            {
              label: 'Failed',
              isNumber: true,
              isOptional: true,
              render: ({ figures }) => formatCount(figures?.errors ?? 0),
            },
            {
              label: 'P95',
              isNumber: true,
              isOptional: true,
              render: ({ figures }) => (figures?.latency_ms ? formatDuration(figures.latency_ms.p95, 'ms') : '–'),
            },
            {
              label: 'Cost',
              isNumber: true,
              render: ({ figures }) => <CostText cost={figures?.cost} unpriced={figures?.unpriced_calls ?? 0} />,
            },
          ]}
        />
        {summary?.truncated === true && <p className={classes.note}>More models were called than are listed.</p>}
        {judge && judge.calls > 0 && (
          <p className={classes.note}>
            {`Not in these figures: ${formatCount(judge.calls)} ${judge.calls === 1 ? 'call' : 'calls'} of models that judge runs, ${formatCost(judge.cost ?? 0)}.`}
          </p>
        )}
      </Card>
      <TopPersons />
      <Card title="Calls without a price">
        <p className={classes.note}>
          The catalog has no price for these models. Set one for the project, and give it to stored calls if you like.
        </p>
        <Table<LlmUnpricedCalls>
          label="Calls without a price"
          rows={summary?.unpriced}
          getId={({ provider, model }) => `${provider} ${model}`}
          empty="Every call has a price."
          columns={[
            { label: 'Model', render: ({ model, provider }) => <ModelName model={model} provider={provider} /> },
            { label: 'Calls', isNumber: true, render: ({ calls }) => formatCount(calls) },
            {
              label: 'Tokens',
              isNumber: true,
              render: (row) => formatCount(row.input_tokens + row.output_tokens, 'short'),
            },
            {
              label: 'Actions',
              isNumber: true,
              render: ({ model }) => (
                <Button aria-label={`Set a price of ${model}`} onClick={() => onPrice(model)}>
                  Set a price
                </Button>
              ),
            },
          ]}
        />
      </Card>
    </Cards>
  );
}

function ModelName({ model, provider }: { readonly model: string; readonly provider: string }): ReactNode {
  return (
    <OutsideText text={`${model === '' ? 'unknown' : model} (${provider === '' ? 'unknown' : provider})`} limit={120} />
  );
}

function TopPersons(): ReactNode {
  const { can } = useSession();
  const { query } = useScope();
  const mayRead = can('persons:read');
  const input = { query: { ...query, limit: SHOWN } };
  const { data, error, refetch } = useApi('GET /llm/top-persons', input, { enabled: mayRead });
  const without = data?.without_person;
  return (
    <Card title="Persons with the highest cost">
      {!mayRead && <p className={classes.note}>Your role does not have persons:read.</p>}
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table<LlmPersonFigures>
        label="Persons with the highest cost"
        rows={data?.persons}
        getId={({ person_id: id }) => id}
        empty="No run names a person."
        columns={[
          {
            label: 'Person',
            render: ({ person_id: id, distinct_id: name }) => (
              <TargetLink type="person" id={id}>
                <OutsideText text={name} limit={80} />
              </TargetLink>
            ),
          },
          { label: 'Runs', isNumber: true, render: ({ figures }) => formatCount(figures?.runs ?? 0) },
          { label: 'Calls', isNumber: true, render: ({ figures }) => formatCount(figures?.calls ?? 0) },
          {
            label: 'Cost',
            isNumber: true,
            render: ({ figures }) => <CostText cost={figures?.cost} unpriced={figures?.unpriced_calls ?? 0} />,
          },
        ]}
      />
      {data && data.person_count > data.persons.length && (
        <p className={classes.note}>{`and ${formatCount(data.person_count - data.persons.length)} more`}</p>
      )}
      {without && without.runs > 0 && (
        <p className={classes.note}>
          {`${formatCount(without.runs)} runs name no person; they cost ${formatCost(without.cost ?? 0)}.`}
        </p>
      )}
    </Card>
  );
}
