import { Module } from '@nestjs/common';
import { ChangesModule } from './changes/changes.module.js';
import { IdsModule } from './ids/ids.module.js';

/** Reads across all families: what an ID is, and what was changed. */
@Module({ imports: [ChangesModule, IdsModule] })
export class LookupModule {}
