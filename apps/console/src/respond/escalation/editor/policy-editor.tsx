import { useState, type ReactNode } from 'react';
import type { EscalationPolicy } from '../../../gen/api.js';
import { ChangedDialog } from '../../parts/changed-dialog.js';
import { EditorFrame } from '../../parts/editor-frame.js';
import classes from '../../parts/respond.module.css';
import { useRefusal } from '../../parts/use-refusal.js';
import { useSave } from '../../parts/use-save.js';
import { Warnings } from '../../parts/warnings.js';
import { DryRun } from '../dry-run.js';
import { useReceiverNames } from '../use-receiver-names.js';
import { comparePolicies } from './compare-policies.js';
import { newDraft, toDraft, type PolicyDraft } from './draft.js';
import { PolicyForm } from './policy-form.js';
import { POLICY_WAYS } from './policy-ways.js';
import { findFault } from './to-request.js';

interface PolicyEditorProps {
  /** The policy that is changed; a new one is made without. */
  readonly item?: EscalationPolicy;
  readonly onSaved: (policy: EscalationPolicy) => void;
  readonly onClose: () => void;
}

/** Makes or changes a policy, beside a dry run of the saved one. */
export function PolicyEditor({ item: policy, onSaved, onClose }: PolicyEditorProps): ReactNode {
  // The draft is about the version that it was begun with.
  const [base] = useState(policy);
  const [draft, setDraft] = useState<PolicyDraft>(() => (base ? toDraft(base) : newDraft()));
  const names = useReceiverNames();
  const role = useRefusal('escalation:write');
  const { save, error, conflict, keep } = useSave(POLICY_WAYS, onSaved);
  return (
    <>
      <EditorFrame
        form={<PolicyForm draft={draft} set={(fields) => setDraft((now) => ({ ...now, ...fields }))} />}
        title="Whom it pages"
        action={base ? 'Save the policy' : 'Create the policy'}
        refusal={role ?? findFault(draft)}
        error={error}
        onSave={() => save(draft, base)}
        onClose={onClose}
      >
        {base ? (
          <>
            <p className={classes.note}>
              Warnings and dry run are about the policy as it is saved. Open incidents keep the policy with which they
              began.
            </p>
            <Warnings texts={base.warnings} />
            <DryRun policyId={base.id} names={names} />
          </>
        ) : (
          <p className={classes.note}>
            Once it is saved, a dry run shows who is paged when, and which levels reach nobody.
          </p>
        )}
      </EditorFrame>
      {conflict && base && (
        <ChangedDialog
          title="The policy has changed"
          differences={comparePolicies(base, conflict, names)}
          onApply={() => save(draft, conflict)}
          onClose={keep}
        >
          Your policy was not saved, because the stored one is no longer the one that you have opened. Saving yours
          replaces it.
        </ChangedDialog>
      )}
    </>
  );
}
