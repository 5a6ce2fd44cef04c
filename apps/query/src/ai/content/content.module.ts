import { Module } from '@nestjs/common';
import { ContentReader } from './content-reader.js';

/** Prompts and answers of steps of agent runs. Needs COLUMN_STORE of the process. */
@Module({ providers: [ContentReader], exports: [ContentReader] })
export class ContentModule {}
