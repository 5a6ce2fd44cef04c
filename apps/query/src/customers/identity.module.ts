import { Module } from '@nestjs/common';
import { IdentityConsumer } from './persons/identity/identity-consumer.js';
import { PersonsModule } from './persons/persons.module.js';

/** Resolves persons from the event log. Needs EVENT_LOG and LOGGER of the process. */
@Module({ imports: [PersonsModule], providers: [IdentityConsumer] })
export class IdentityModule {}
