import { useMemo, useState, type ReactNode } from 'react';
import { ConflictDialog } from '../../../drafts/conflict-dialog.js';
import type { Cohort } from '../../../gen/api.js';
import { Segmented } from '../../../ui/controls/segmented.js';
import { TextArea } from '../../../ui/controls/text-area.js';
import { TextField } from '../../../ui/controls/text-field.js';
import { EditorDialog } from '../../conditions/editor-dialog.js';
import { newCohortDraft, readCohort, toCohortDraft, type CohortDraft, type CohortKind } from './cohort-draft.js';
import { CohortPreview } from './cohort-preview.js';
import { compareCohorts } from './compare-cohorts.js';
import { DefinitionForm } from './definition-form.js';
import { useSaveCohort } from './use-save-cohort.js';

interface CohortEditorProps {
  /** The cohort to change, as it is read now; undefined for a new one. */
  readonly cohort?: Cohort | undefined;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

const KINDS: readonly { readonly value: CohortKind; readonly label: string }[] = [
  { value: 'property', label: 'By properties' },
  { value: 'behavioral', label: 'By events' },
  { value: 'static', label: 'A list' },
];

/** Makes or changes a cohort, and shows whom it would have before it is saved. */
export function CohortEditor({ cohort, onSaved, onClose }: CohortEditorProps): ReactNode {
  // The cohort as it was when the form was opened; the page may read a later one meanwhile.
  const [base] = useState(cohort);
  const [draft, setDraft] = useState<CohortDraft>(() => (base ? toCohortDraft(base) : newCohortDraft()));
  const read = useMemo(() => readCohort(draft), [draft]);
  const { save, error, hasConflict, isPending, reset } = useSaveCohort(base, onSaved);
  const { faults, definition, members } = read;
  const showsConflict = hasConflict && base && cohort && cohort.version !== base.version;
  const change = (part: Partial<CohortDraft>): void => setDraft({ ...draft, ...part });
  const isStatic = draft.kind === 'static';
  return (
    <EditorDialog
      what="cohort"
      isNew={base === undefined}
      faults={faults}
      isPending={isPending}
      error={error}
      onSave={() => save(draft, base?.version ?? 0)}
      onClose={onClose}
      conflict={
        showsConflict && (
          <ConflictDialog
            what="cohort"
            differences={compareCohorts(base, cohort, { ...draft, definition })}
            changedAt={cohort.updated_at}
            onDiscard={onClose}
            onOverwrite={() => save(draft, cohort.version)}
            onClose={reset}
          />
        )
      }
    >
      <TextField label="Name" value={draft.name} maxLength={200} data-autofocus onChange={(name) => change({ name })} />
      <TextField
        label="Purpose"
        value={draft.description}
        maxLength={2000}
        onChange={(description) => change({ description })}
      />
      {!base && <Segmented label="Kind" value={draft.kind} options={KINDS} onChange={(kind) => change({ kind })} />}
      {!isStatic && <DefinitionForm draft={draft} read={read} onChange={change} />}
      {isStatic && !base && (
        <TextArea
          label="Members"
          rows={6}
          isCode
          value={draft.members}
          hint={`One distinct ID or person ID in each line: ${members.length} so far, 10,000 at most.`}
          fault={faults.get('members')}
          onChange={(text) => change({ members: text })}
        />
      )}
      {!isStatic && (
        <CohortPreview
          kind={draft.kind}
          definition={definition}
          isReady={[...faults.keys()].every((place) => place === 'name')}
        />
      )}
    </EditorDialog>
  );
}
