import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { DashboardsImportedPart, DashboardsImportResponse } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { Badge, type Tone } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Table } from '../../ui/layout/table.js';
import classes from './dashboard-form.module.css';
import { readModel } from './read-model.js';

const TONES: Readonly<Record<string, Tone>> = { kept: 'ok', changed: 'warn', left_out: 'danger' };

/** Makes a dashboard from one of Grafana, and says for each part whether it was kept. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const send = useApiChange('POST /dashboards/import', ['GET /dashboards']);
  const onImport = (): void => {
    const read = readModel(text);
    setFault(read.fault);
    if (read.fault === undefined) send.mutate({ body: { grafana: read.model } });
  };
  const onFile = async (file: File | undefined): Promise<void> => {
    if (file) setText(await file.text());
  };
  return (
    <Dialog
      title="Import a dashboard of Grafana"
      isWide
      onClose={onClose}
      actions={
        send.data ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <Button
            kind="primary"
            disabledReason={send.isPending ? 'It is being imported.' : undefined}
            onClick={onImport}
          >
            Import
          </Button>
        )
      }
    >
      {send.data ? (
        <Result result={send.data} />
      ) : (
        <div className={classes.form}>
          <label className={classes.label}>
            File with the JSON model
            <input
              type="file"
              accept="application/json,.json"
              onChange={(event) => void onFile(event.target.files?.[0])}
            />
          </label>
          <label className={classes.label}>
            Or its text
            <textarea
              className={classes.text}
              value={text}
              spellCheck={false}
              aria-invalid={fault !== undefined || undefined}
              onChange={(event) => setText(event.target.value)}
            />
          </label>
          {fault !== undefined && (
            <p role="alert" className={classes.fault}>
              {fault}
            </p>
          )}
          {send.error && <ErrorBox error={send.error} />}
        </div>
      )}
    </Dialog>
  );
}

function Result({ result }: { readonly result: DashboardsImportResponse }): ReactNode {
  const { dashboard, panels, variables } = result;
  return (
    <div className={classes.form}>
      {dashboard && (
        <p>
          Made{' '}
          <ScopeLink to={`dashboards/${encodeURIComponent(dashboard.id)}`}>
            <bdi>{dashboard.name}</bdi>
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
        { label, render: ({ title }) => <bdi>{title}</bdi> },
        {
          label: 'Result',
          render: ({ status }) => <Badge tone={TONES[status] ?? 'neutral'}>{status.replace('_', ' ')}</Badge>,
        },
        { label: 'Why', render: ({ reason }) => <bdi>{reason}</bdi> },
      ]}
    />
  );
}
