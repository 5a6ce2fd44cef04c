import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { Conflict } from '../../drafts/conflict.js';
import { toDifferences } from '../../drafts/differences.js';
import { refuseSave } from '../../drafts/refuse-save.js';
import { useEdit } from '../../drafts/use-edit.js';
import type { EvalConfig } from '../../gen/api.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { useMembers } from '../../session/use-members.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card } from '../../ui/layout/card.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { describeEvals } from './describe-evals.js';
import { EVAL_LABELS, evalFaults, toEvalBody, toEvalDraft } from './eval-draft.js';
import { EvalMetrics } from './eval-metrics.js';
import { EvalModels } from './eval-models.js';
import { EvalRuns } from './eval-runs.js';
import classes from './evaluations-tab.module.css';

/** The whole configuration, which is replaced at once. */
export function EvalForm({ config }: { readonly config: EvalConfig }): ReactNode {
  const { can } = useSession();
  const { nameOf } = useMembers();
  const { mutate, error, isPending, reset } = useApiChange('PUT /evals/config', ['GET /evals/config']);
  const { draft, change, isChanged, isConflict, version, load } = useEdit(config, toEvalDraft, error);
  const faults = evalFaults(draft);
  const role = can('evals:write') ? undefined : missingScope('evals:write');
  const fault = faults.size > 0 ? 'Correct what is marked first.' : undefined;
  const reason = refuseSave({ role, isChanged, fault, isPending });
  const onSave = (): void => {
    const onSuccess = (saved: EvalConfig): void => {
      load(saved);
      announce('Saved the evaluations');
    };
    mutate({ body: toEvalBody(draft, version) }, { onSuccess });
  };
  const part = { config, draft, faults, disabledReason: role, onChange: change };
  return (
    <div className={classes.form}>
      <div className={classes.columns}>
        <div className={classes.form}>
          <Card title="Metrics">
            <EvalMetrics {...part} />
          </Card>
          <Card title="Runs that are evaluated">
            <EvalRuns {...part} />
          </Card>
        </div>
        <Card title="Models">
          <EvalModels {...part} />
        </Card>
      </div>
      <Card title={isChanged ? 'What saving does' : 'What it does now'}>
        <div className={classes.fields}>
          {faults.size === 0 && (
            <ul className={classes.effects} aria-label="Effects">
              {describeEvals(draft).map((text) => (
                <li key={text}>
                  <OutsideText text={text} limit={600} />
                </li>
              ))}
            </ul>
          )}
          {config.updated_at !== undefined && (
            <p className={classes.note}>
              {'Changed by '}
              <OutsideText text={nameOf(config.updated_by)} />
              {' at '}
              <TimeText at={config.updated_at} precision="minute" />. It applies to runs that end or change later than
              five seconds after saving.
            </p>
          )}
          {isConflict ? (
            <Conflict
              operation="evals.set"
              differences={toDifferences(toEvalDraft(config), draft, EVAL_LABELS)}
              onTake={() => {
                load(config);
                reset();
              }}
            />
          ) : (
            error && <ErrorBox error={error} />
          )}
          <div>
            <Button kind="primary" disabledReason={reason} onClick={onSave}>
              Save
            </Button>
          </div>
        </div>
      </Card>
    </div>
  );
}
