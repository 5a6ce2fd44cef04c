import { Module } from '@nestjs/common';

/** The integrations service: connections, notification channels, deliveries and tickets. Each domain adds its module here when its operations exist. */
@Module({})
export class IntegrationsModule {}
