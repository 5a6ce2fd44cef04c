import { useId, useMemo, useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { ConflictDialog } from '../../drafts/conflict-dialog.js';
import type { Segment } from '../../gen/api.js';
import { useSession } from '../../session/session.js';
import { TextArea } from '../../ui/controls/text-area.js';
import { TextField } from '../../ui/controls/text-field.js';
import { ConditionsForm } from '../conditions/conditions-form.js';
import { EditorDialog } from '../conditions/editor-dialog.js';
import { Note } from '../parts/toolbar.js';
import { compareSegments } from './compare-segments.js';
import { DraftMembers } from './draft-members.js';
import {
  FIGURES,
  MOST_FILTERS,
  newSegmentDraft,
  readSegment,
  toSegmentDraft,
  type SegmentDraft,
} from './segment-draft.js';
import { useSaveSegment } from './use-save-segment.js';

interface SegmentEditorProps {
  /** The segment to change, as it is read now; undefined for a new one. */
  readonly segment?: Segment | undefined;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

/** Makes or changes a segment, and shows which accounts it would have before it is saved. */
export function SegmentEditor({ segment, onSaved, onClose }: SegmentEditorProps): ReactNode {
  // The segment as it was when the form was opened; the page may read a later one meanwhile.
  const [base] = useState(segment);
  const [draft, setDraft] = useState<SegmentDraft>(() => (base ? toSegmentDraft(base) : newSegmentDraft('company')));
  const { faults, filters } = useMemo(() => readSegment(draft), [draft]);
  const { save, error, hasConflict, isPending, reset } = useSaveSegment(base, onSaved);
  const showsConflict = hasConflict && base && segment && segment.version !== base.version;
  const change = (part: Partial<SegmentDraft>): void => setDraft({ ...draft, ...part });
  const id = useId();
  return (
    <EditorDialog
      what="segment"
      isNew={base === undefined}
      faults={faults}
      isPending={isPending}
      error={error}
      onSave={() => save(draft, base?.version ?? 0)}
      onClose={onClose}
      conflict={
        showsConflict && (
          <ConflictDialog
            what="segment"
            differences={compareSegments(base, segment, {
              name: draft.name,
              group_type: draft.groupType,
              filters,
            })}
            changedAt={segment.updated_at}
            onDiscard={onClose}
            onOverwrite={() => save(draft, segment.version)}
            onClose={reset}
          />
        )
      }
    >
      <TextField label="Name" value={draft.name} maxLength={200} data-autofocus onChange={(name) => change({ name })} />
      <TextField
        label="Type of accounts"
        list={`${id}-types`}
        value={draft.groupType}
        maxLength={200}
        fault={faults.get('groupType')}
        onChange={(groupType) => change({ groupType })}
      />
      {draft.json === undefined ? (
        <ConditionsForm
          legend="Conditions, all of which must hold"
          types={['property']}
          keyLabel="Field"
          keyExample="property.plan"
          keyList={`${id}-fields`}
          conditions={draft.filters}
          most={MOST_FILTERS}
          faults={faults}
          onChange={(next) => change({ filters: next })}
        />
      ) : (
        <TextArea
          label="Conditions, all of which must hold"
          rows={10}
          isCode
          value={draft.json}
          fault={faults.get('json')}
          onChange={(json) => change({ json })}
        />
      )}
      {faults.has('filters') && <Note>{faults.get('filters')}</Note>}
      <FieldNames id={id} />
      <DraftMembers
        groupType={draft.groupType}
        filters={filters}
        isReady={[...faults.keys()].every((place) => place === 'name')}
      />
    </EditorDialog>
  );
}

/** The names that the fields of the form offer. */
function FieldNames({ id }: { readonly id: string }): ReactNode {
  const { can } = useSession();
  const { data } = useApi('GET /group-types', {}, { enabled: can('groups:read'), staleTime: 60_000 });
  return (
    <>
      <datalist id={`${id}-types`}>
        {data?.group_types.map(({ group_type: name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <datalist id={`${id}-fields`}>
        {FIGURES.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Note>
        A field is property.plan for a property, or one of {FIGURES.join(', ')}. Times are relative to now, such as -7d.
      </Note>
    </>
  );
}
