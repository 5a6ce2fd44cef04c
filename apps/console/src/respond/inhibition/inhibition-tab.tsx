import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { InhibitionRules } from '../../gen/api.js';
import { useMembers } from '../../session/use-members.js';
import { toLazy } from '../../tabs/tabbed-page.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card } from '../../ui/layout/card.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../parts/respond.module.css';
import { useRefusal } from '../parts/use-refusal.js';
import { describeRule, toDrafts, toRule } from './draft.js';
import { InhibitedNow } from './inhibited-now.js';
import { ResetDialog } from './reset-dialog.js';

const InhibitionEditor = toLazy(async () => (await import('./inhibition-editor.js')).InhibitionEditor);

/** The rules by which an alert keeps others quiet, and what they keep quiet now. */
export function InhibitionTab(): ReactNode {
  const { data, error, refetch } = useApi('GET /alerts/inhibition', {});
  const [mode, setMode] = useState<'edit' | 'reset'>();
  const role = useRefusal('alerts:write');
  const rules = useMemo(() => toDrafts(data ?? { rules: [] }).map(toRule), [data]);
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (!data) return <div aria-busy="true" />;
  const close = (): void => setMode(undefined);
  if (mode === 'edit')
    return (
      <div className={classes.scroll} tabIndex={-1}>
        <h2>Inhibition rules</h2>
        <Sheet>
          <Suspense fallback={null}>
            <InhibitionEditor rules={data} onClose={close} />
          </Suspense>
        </Sheet>
      </div>
    );
  const isOwn = data.version !== undefined;
  return (
    <>
      <div className={classes.bar}>
        <Origin rules={data} />
        <span className={classes.actions}>
          <Button icon="edit" disabledReason={role} onClick={() => setMode('edit')}>
            Edit
          </Button>
          <Button
            disabledReason={role ?? (isOwn ? undefined : 'The built-in rule applies.')}
            onClick={() => setMode('reset')}
          >
            Return to the built-in rule
          </Button>
        </span>
      </div>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label="Inhibition rules">
        {rules.length === 0 && <p>There is no rule: no alert keeps another one quiet.</p>}
        {rules.map((rule, index) => (
          <Card key={index} title={`Rule ${index + 1}`}>
            <div className={classes.form}>
              <code>
                <OutsideText text={describeRule(rule)} limit={1000} />
              </code>
              <InhibitedNow nth={index + 1} rule={rule} />
            </div>
          </Card>
        ))}
      </div>
      {mode === 'reset' && <ResetDialog rules={data} onClose={close} />}
    </>
  );
}

function Origin({ rules }: { readonly rules: InhibitionRules }): ReactNode {
  const { nameOf } = useMembers();
  const { version, updated_by: by, updated_at: at } = rules;
  if (version === undefined)
    return <span className={classes.note}>The project has set no rules: the built-in one applies.</span>;
  return (
    <span className={classes.note}>
      Set by <OutsideText text={nameOf(by)} />
      {at !== undefined && (
        <>
          {' at '}
          <TimeText at={at} />
        </>
      )}
    </span>
  );
}
