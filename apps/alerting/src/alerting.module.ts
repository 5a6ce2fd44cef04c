import { Module } from '@nestjs/common';

/** The alerting service: rules, silences, anomalies, incidents, on-call schedules and escalation. Each domain adds its module here when its operations exist. */
@Module({})
export class AlertingModule {}
