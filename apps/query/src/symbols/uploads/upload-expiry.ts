import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@svc/runtime';
import { Jobs, type JobContext, type JobHandler } from '@svc/work';
import { UPLOAD_EXPIRY, UPLOAD_TTL_MS, type ExpiringUpload } from './upload-expiries.js';
import { UploadParts } from './upload-parts.js';
import { UploadsRepository } from './uploads.repository.js';

/** Deletes uploads that were given up. */
@Injectable()
export class UploadExpiry implements JobHandler<ExpiringUpload> {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly parts: UploadParts,
    @Inject(CLOCK) private readonly clock: Clock,
    jobs: Jobs,
  ) {
    jobs.register(UPLOAD_EXPIRY, this);
  }

  async handle({ job: { payload } }: JobContext<ExpiringUpload>): Promise<Date | void> {
    const { projectId, uploadId } = payload;
    const upload = await this.uploads.find(projectId, uploadId);
    const expiresAt = upload && new Date(upload.updatedAt.getTime() + UPLOAD_TTL_MS);
    if (expiresAt && expiresAt.getTime() > this.clock()) return expiresAt;
    // Also without the upload: its process may have ended before it deleted the parts.
    await this.parts.delete(payload);
    await this.uploads.delete(uploadId);
  }
}
