import { Module } from '@nestjs/common';
import { JobsModule, PeriodicJob, Resealer } from '@svc/work';
import { ChannelHealthRepository } from './channels/channel-health.repository.js';
import { ChannelSecrets } from './channels/channel-secrets.js';
import { ChannelsRepository } from './channels/channels.repository.js';
import { ChannelsService } from './channels/channels.service.js';
import { sealedChannels } from './channels/sealed-channels.js';
import { Courier } from './deliveries/courier.js';
import { DeliveriesRepository } from './deliveries/deliveries.repository.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { DeliveryAttempts } from './deliveries/delivery-attempts.js';
import { deliveryCleanup } from './deliveries/delivery-cleanup.js';
import { DeliveryQueue } from './deliveries/delivery-queue.js';
import { DeliveryRunner } from './deliveries/delivery-runner.js';
import { PageAdmission } from './deliveries/limits/page-admission.js';
import { Outbox } from './deliveries/outbox.js';
import { EventDispatcher } from './events/event-dispatcher.js';
import { ChannelTestService } from './interface/channel-test.service.js';
import { ChannelsController } from './interface/channels.controller.js';
import { DeliveriesController } from './interface/deliveries.controller.js';
import { EventNotifications } from './notifications/event-notifications.js';
import { ContactMethodsRepository } from './contacts/contact-methods.repository.js';
import { RequestedNotifications } from './requests/requested-notifications.js';
import { ProjectNames } from './notifications/project-names.js';
import { DELIVERY_RETENTION_DAYS } from './tokens.js';

/**
 * Channels and deliveries. Needs RELATIONAL, KEY_RING, CURSORS, CLOCK, LOGGER, EGRESS, MAILER, PUBLIC_URL and
 * DELIVERY_RETENTION_DAYS of the process.
 */
@Module({
  imports: [JobsModule],
  controllers: [ChannelsController, DeliveriesController],
  providers: [
    ChannelHealthRepository,
    ChannelSecrets,
    ChannelsRepository,
    ChannelsService,
    ChannelTestService,
    Courier,
    DeliveriesRepository,
    DeliveriesService,
    ContactMethodsRepository,
    DeliveryAttempts,
    DeliveryQueue,
    DeliveryRunner,
    EventNotifications,
    RequestedNotifications,
    EventDispatcher,
    Outbox,
    PageAdmission,
    PeriodicJob.of(deliveryCleanup, DELIVERY_RETENTION_DAYS),
    ProjectNames,
    Resealer.of(sealedChannels),
  ],
})
export class NotificationsModule {}
