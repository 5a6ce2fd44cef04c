import { Injectable, Module } from '@nestjs/common';
import { ServiceError } from '@svc/errors';
import { ExportFiles, type ExportResult } from './export-files.js';

/** Refuses every export, as long as nothing in this service writes files. */
@Injectable()
class NoFiles extends ExportFiles {
  check(): void {
    throw new ServiceError('unavailable', { message: 'This service writes no exports.' });
  }

  write(): Promise<ExportResult> {
    return Promise.reject(new ServiceError('unavailable', { message: 'This service writes no exports.' }));
  }
}

/** Provides ExportFiles. */
@Module({ providers: [{ provide: ExportFiles, useClass: NoFiles }], exports: [ExportFiles] })
export class ExportFilesModule {}
