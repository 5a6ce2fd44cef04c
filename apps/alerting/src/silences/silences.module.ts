import { Module } from '@nestjs/common';
import { SilencesRepository } from './silences.repository.js';

/** What silences are. Needs RELATIONAL of the process. */
@Module({ providers: [SilencesRepository], exports: [SilencesRepository] })
export class SilencesModule {}
