import { Module } from '@nestjs/common';
import { GroupsModule } from './groups/groups.module.js';
import { PersonsModule } from './persons/persons.module.js';
import { SegmentsModule } from './segments/segments.module.js';

/** Persons and groups, their timelines, and segments of them. */
@Module({ imports: [GroupsModule, PersonsModule, SegmentsModule] })
export class CustomersModule {}
