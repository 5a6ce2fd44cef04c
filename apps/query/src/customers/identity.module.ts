import { Module } from '@nestjs/common';
import { PersonsModule } from './persons/persons.module.js';
import { IdentityConsumer } from './persons/identity/identity-consumer.js';

/** Resolves persons from the event log. Needs EVENT_LOG and LOGGER of the process. */
@Module({ imports: [PersonsModule], providers: [IdentityConsumer] })
export class IdentityModule {}
