import { Global, Module, type DynamicModule, type Type } from '@nestjs/common';
import { StoresModule, type Stores } from '@svc/runtime';
import { JobsModule } from '@svc/work';
import { DownloadUrlsService } from './downloads/download-urls.service.js';
import { DownloadersRepository } from './downloads/downloaders.repository.js';
import { ExportFilesController } from './downloads/export-files.controller.js';
import { FilesService } from './downloads/files.service.js';
import { EXPORTS_OPTIONS, type ExportsOptions } from './exports.options.js';
import { ExportFilesModule } from './files/index.js';
import { CreationService } from './interface/creation.service.js';
import { ExportsController } from './interface/exports.controller.js';
import { ExportsService } from './interface/exports.service.js';
import { ExportJobsRepository } from './jobs/export-jobs.repository.js';
import { ExportRunner } from './jobs/export-runner.js';
import { ExportSweeper } from './jobs/export-sweeper.js';
import { RunningRepository } from './jobs/running.repository.js';
import { StartingRepository } from './jobs/starting.repository.js';

/** Stores that the process of the exports service provides. */
export type ExportsStores = Required<
  Pick<Stores, 'columnStore' | 'cursorSecret' | 'logger' | 'objects' | 'relational'>
> &
  Pick<Stores, 'cacheStore' | 'clock' | 'metrics'>;

/** The exports service: export jobs and their files. */
@Global()
@Module({
  imports: [JobsModule],
  controllers: [ExportsController, ExportFilesController],
  providers: [
    CreationService,
    DownloadersRepository,
    DownloadUrlsService,
    ExportJobsRepository,
    ExportRunner,
    ExportsService,
    ExportSweeper,
    FilesService,
    RunningRepository,
    StartingRepository,
  ],
})
export class ExportsModule {
  /**
   * Builds the module over the stores that the process provides.
   *
   * @param files the module that provides ExportFiles.
   */
  static with(options: ExportsOptions, files: Type = ExportFilesModule): DynamicModule {
    const providers = [{ provide: EXPORTS_OPTIONS, useValue: options }];
    return { module: ExportsModule, imports: [files], providers, exports: providers };
  }

  /** The service as the root module of a separate process. */
  static root(options: ExportsOptions, stores: ExportsStores, files?: Type): DynamicModule {
    const module = ExportsModule.with(options, files);
    return { ...module, imports: [StoresModule.with(stores), ...(module.imports ?? [])] };
  }
}
