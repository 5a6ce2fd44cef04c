import type { Route } from '../../api/call.js';
import { useApiChange } from '../../api/hooks.js';
import type { Segment } from '../../gen/api.js';
import { announce } from '../../ui/feedback/announcements.js';
import { readSegment, toSegmentChanges, type SegmentDraft } from './segment-draft.js';

/** The operations whose answers change with a segment. */
export const SEGMENT_READS: readonly Route[] = [
  'GET /account-segments',
  'GET /account-segments/{segment_id}',
  'GET /account-segments/{segment_id}/preview',
];

interface SaveSegment {
  readonly save: (draft: SegmentDraft, version: number) => void;
  readonly error: Error | null;
  /** The segment has changed since the version that was named. */
  readonly hasConflict: boolean;
  readonly isPending: boolean;
  readonly reset: () => void;
}

/** Makes a segment, or saves a draft over the version that it began with. */
export function useSaveSegment(base: Segment | undefined, onSaved: (id: string) => void): SaveSegment {
  const create = useApiChange('POST /account-segments', SEGMENT_READS);
  const update = useApiChange('PATCH /account-segments/{segment_id}', SEGMENT_READS);
  const onSuccess = ({ id, name }: Segment): void => {
    announce(`Saved ${name}`);
    onSaved(id);
  };
  const save = (draft: SegmentDraft, version: number): void => {
    if (base === undefined) {
      const { filters } = readSegment(draft);
      const body = { name: draft.name.trim(), group_type: draft.groupType.trim(), filters };
      return create.mutate({ body }, { onSuccess });
    }
    const changes = toSegmentChanges(base, draft);
    if (Object.keys(changes).length === 0) {
      announce('Nothing has changed');
      return onSaved(base.id);
    }
    update.mutate({ path: { segment_id: base.id }, body: { ...changes, expected_version: version } }, { onSuccess });
  };
  const { error, isPending, reset } = base === undefined ? create : update;
  return { save, error, hasConflict: error?.code === 'version_conflict', isPending, reset };
}
