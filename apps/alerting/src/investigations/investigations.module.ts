import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/index.js';
import { IncidentsModule } from '../incidents/index.js';
import { InvestigationReader } from './investigation-reader.js';

/** Tells alerts and incidents of investigations of them. Needs RELATIONAL, CLOCK and LOGGER of the process. */
@Module({ imports: [AlertsModule, IncidentsModule], providers: [InvestigationReader] })
export class InvestigationsModule {}
