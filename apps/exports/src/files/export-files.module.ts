import { Module } from '@nestjs/common';
import { ExportFiles } from './export-files.js';
import { StoredExportFiles } from './stored-export-files.js';

/** Provides ExportFiles. */
@Module({ providers: [{ provide: ExportFiles, useClass: StoredExportFiles }], exports: [ExportFiles] })
export class ExportFilesModule {}
