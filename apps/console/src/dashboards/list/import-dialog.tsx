import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { Button } from '../../ui/controls/button.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import classes from './dashboard-form.module.css';
import { ImportResult } from './import-result.js';
import { readModel } from './read-model.js';

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
        <ImportResult result={send.data} />
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
