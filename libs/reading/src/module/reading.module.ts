import { Module } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import type { Cursors } from '@svc/pagination';
import { COLUMN_STORE, CURSORS } from '@svc/runtime';
import { WindowCursors } from '../paging/index.js';
import { ProjectReaders } from '../project-reader/index.js';
import { ResourcesRepository } from '../resources/index.js';

/** Provides the parts of this package that need stores. The others need no injection. */
@Module({
  providers: [
    { provide: WindowCursors, inject: [CURSORS], useFactory: (cursors: Cursors) => new WindowCursors(cursors) },
    { provide: ProjectReaders, inject: [COLUMN_STORE], useFactory: (store: ColumnStore) => new ProjectReaders(store) },
    { provide: ResourcesRepository, useFactory: () => new ResourcesRepository() },
  ],
  exports: [ProjectReaders, ResourcesRepository, WindowCursors],
})
export class ReadingModule {}
