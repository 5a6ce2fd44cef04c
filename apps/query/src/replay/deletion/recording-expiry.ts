import { deleteExpiredObjects, type ObjectStore } from '@svc/objects';
import { RECORDINGS_FOLDER } from '@svc/recordings';
import type { RecordingKeys } from '@svc/recordings/keys';
import { runInBatches, type PeriodicWork } from '@svc/work';

/** Rows that one statement deletes. */
const BATCH = 5_000;

/** Deletes the objects and the keys of recordings whose rows have expired, every day. */
export function recordingExpiry(objects: ObjectStore, keys: RecordingKeys): PeriodicWork {
  return {
    queue: 'recording-expiry',
    everyMs: 86_400_000,
    run: async ({ now, signal }) => {
      await deleteExpiredObjects(objects, RECORDINGS_FOLDER, now.getTime(), signal);
      await runInBatches(BATCH, signal, () => keys.deleteExpired(now, BATCH));
    },
  };
}
