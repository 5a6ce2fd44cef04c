import { Module } from '@nestjs/common';
import { ContentReader } from './content-reader.js';
import { LargeValues } from './large-values.js';

/** Prompts and answers of steps of agent runs. Needs COLUMN_STORE and OBJECT_STORE of the process. */
@Module({ providers: [ContentReader, LargeValues], exports: [ContentReader] })
export class ContentModule {}
