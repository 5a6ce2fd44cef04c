import type { ReactNode } from 'react';
import type { DashboardsImportedPart, DashboardsImportResponse } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { Badge, type Tone } from '../../ui/controls/badge.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './dashboard-form.module.css';

const TONES: Readonly<Record<string, Tone>> = { kept: 'ok', changed: 'warn', left_out: 'danger' };

/** The dashboard that was made, and for each panel and variable whether it was kept and why not. */
export function ImportResult({ result }: { readonly result: DashboardsImportResponse }): ReactNode {
  const { dashboard, panels, variables } = result;
  return (
    <div className={classes.form}>
      {dashboard && (
        <p>
          Made{' '}
          <ScopeLink to={`dashboards/${encodeURIComponent(dashboard.id)}`}>
            <OutsideText text={dashboard.name} />
          </ScopeLink>{' '}
          with {dashboard.widgets.length} widgets.
        </p>
      )}
      <Parts label="Panels" parts={panels} />
      {variables.length > 0 && <Parts label="Variables" parts={variables} />}
    </div>
  );
}

function Parts({
  label,
  parts,
}: {
  readonly label: string;
  readonly parts: readonly DashboardsImportedPart[];
}): ReactNode {
  return (
    <Table
      label={label}
      rows={parts.map((part, nth) => ({ ...part, id: String(nth) }))}
      getId={({ id }) => id}
      empty="It has none."
      columns={[
        { label, render: ({ title }) => <OutsideText text={title} /> },
        {
          label: 'Result',
          render: ({ status }) => <Badge tone={TONES[status] ?? 'neutral'}>{status.replace('_', ' ')}</Badge>,
        },
        { label: 'Why', render: ({ reason }) => <OutsideText text={reason} /> },
      ]}
    />
  );
}
