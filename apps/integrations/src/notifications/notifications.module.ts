import { Module } from '@nestjs/common';
import { JobsModule, PeriodicJob, Resealer } from '@svc/work';
import { ChannelSecrets } from '../channel-types/channel-secrets.js';
import { ChannelTestService } from '../channels/channel-test.service.js';
import { ChannelsController } from '../channels/channels.controller.js';
import { ChannelsRepository } from '../channels/channels.repository.js';
import { ChannelsService } from '../channels/channels.service.js';
import { sealedChannels } from '../channels/sealed-channels.js';
import { EventNotifications } from '../compose/event-notifications.js';
import { ProjectNames } from '../compose/project-names.js';
import { ContactMethodsRepository } from '../contacts/contact-methods.repository.js';
import { ChannelHealthRepository } from '../deliveries/channel-health.repository.js';
import { Courier } from '../deliveries/courier.js';
import { DeliveriesController } from '../deliveries/deliveries.controller.js';
import { DeliveriesRepository } from '../deliveries/deliveries.repository.js';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import { DeliveryAttempts } from '../deliveries/delivery-attempts.js';
import { deliveryCleanup } from '../deliveries/delivery-cleanup.js';
import { deliveryExpiry } from '../deliveries/delivery-expiry.js';
import { DeliveryQueue } from '../deliveries/delivery-queue.js';
import { DeliveryRunner } from '../deliveries/delivery-runner.js';
import { DeliveryAdmission } from '../deliveries/limits/delivery-admission.js';
import { Outbox } from '../deliveries/outbox.js';
import { RecipientLinks } from '../recipients/recipient-links.js';
import { RecipientProofsController } from '../recipients/recipient-proofs.controller.js';
import { RecipientProofsRepository } from '../recipients/recipient-proofs.repository.js';
import { RecipientProofsService } from '../recipients/recipient-proofs.service.js';
import { DELIVERY_RETENTION_DAYS } from '../tokens.js';
import { EventDispatcher } from './event-dispatcher.js';
import { RequestedNotifications } from './requested-notifications.js';

/**
 * Channels and deliveries. Needs RELATIONAL, KEY_RING, CURSORS, CLOCK, LOGGER, EGRESS, MAILER, PUBLIC_URL, PAGES_URL and
 * DELIVERY_RETENTION_DAYS of the process.
 */
@Module({
  imports: [JobsModule],
  controllers: [ChannelsController, DeliveriesController, RecipientProofsController],
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
    DeliveryAdmission,
    PeriodicJob.of(deliveryCleanup, DELIVERY_RETENTION_DAYS),
    PeriodicJob.of(deliveryExpiry),
    ProjectNames,
    RecipientLinks,
    RecipientProofsRepository,
    RecipientProofsService,
    Resealer.of(sealedChannels),
  ],
})
export class NotificationsModule {}
