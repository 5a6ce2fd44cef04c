import { Injectable, Module, type OnModuleDestroy } from '@nestjs/common';
import type { ObjectStore } from '@svc/objects';
import type { Relational } from '@svc/relational';
import { CLOCK, OBJECT_STORE, RELATIONAL, type Clock } from '@svc/runtime';
import { BuildThread, Symbolicator, SymbolStore } from '@svc/symbols';
import { JobsModule } from '@svc/work';
import { SymbolFilesService } from './files/symbol-files.service.js';
import { SymbolsController } from './files/symbols.controller.js';
import { SourcemapsController } from './sourcemaps.controller.js';
import { DEFAULT_SYMBOL_CONFIG, SYMBOL_CONFIG, SYMBOL_LIMITS, type SymbolConfig } from './symbols.settings.js';
import { UploadExpiry } from './uploads/upload-expiry.js';
import { UploadParts } from './uploads/upload-parts.js';
import { UploadsController } from './uploads/uploads.controller.js';
import { UploadsRepository } from './uploads/uploads.repository.js';
import { UploadsService } from './uploads/uploads.service.js';

/** Ends the threads with the process. */
@Injectable()
class SymbolThreads implements OnModuleDestroy {
  constructor(
    private readonly symbolicator: Symbolicator,
    private readonly builder: BuildThread,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.symbolicator.close(), this.builder.close()]);
  }
}

/** Symbol files, and the symbolication of stacks. Needs OBJECT_STORE, RELATIONAL, CURSORS and CLOCK. */
@Module({
  imports: [JobsModule],
  controllers: [SourcemapsController, SymbolsController, UploadsController],
  providers: [
    SymbolFilesService,
    SymbolThreads,
    UploadExpiry,
    UploadParts,
    UploadsRepository,
    UploadsService,
    {
      provide: SYMBOL_LIMITS,
      inject: [{ token: SYMBOL_CONFIG, optional: true }],
      useFactory: (config?: SymbolConfig) => config ?? DEFAULT_SYMBOL_CONFIG,
    },
    { provide: BuildThread, useFactory: () => new BuildThread() },
    {
      provide: SymbolStore,
      inject: [RELATIONAL, OBJECT_STORE, CLOCK, BuildThread, SYMBOL_LIMITS],
      useFactory: (
        relational: Relational,
        objects: ObjectStore,
        clock: Clock,
        builder: BuildThread,
        config: SymbolConfig,
      ) =>
        new SymbolStore({
          relational,
          objects,
          clock,
          builder,
          maxProjectBytes: config.SVC_SYMBOLS_MAX_PROJECT_BYTES,
        }),
    },
    {
      provide: Symbolicator,
      inject: [RELATIONAL, OBJECT_STORE, SYMBOL_LIMITS],
      useFactory: (relational: Relational, objects: ObjectStore, config: SymbolConfig) =>
        new Symbolicator({
          relational,
          objects,
          cacheBytes: config.SVC_SYMBOLS_CACHE_BYTES,
          threads: config.SVC_SYMBOLS_THREADS,
        }),
    },
  ],
  exports: [Symbolicator],
})
export class SymbolsModule {}
