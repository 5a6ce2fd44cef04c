import { Module } from '@nestjs/common';

/** The exports service: export jobs and their files. Each domain adds its module here when its operations exist. */
@Module({})
export class ExportsModule {}
