import { Queue } from '@svc/work';

/** An upload that may have been given up. */
export interface ExpiringUpload {
  readonly projectId: string;
  readonly uploadId: string;
}

/** The time for which an upload may pause. */
export const UPLOAD_TTL_MS = 24 * 3_600_000;

/** One job for each upload; its key is the ID of the upload. */
export const UPLOAD_EXPIRY = new Queue<ExpiringUpload>({ name: 'symbol-upload-expiry' });
