import {
  Channels,
  type ChannelsCreateRequest,
  type ChannelsDeleteRequest,
  type ChannelsGetRequest,
  type ChannelsListRequest,
  type ChannelsTestRequest,
  type ChannelsUpdateRequest,
} from '@svc/contract';
import type { Channel } from '@svc/relational';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { ChannelSecrets } from '../channel-types/channel-secrets.js';
import { toJsonSchema } from '../channel-types/config-schema.js';
import { CHANNEL_TYPES } from '../channel-types/index.js';
import { toDeliveryMessage } from '../deliveries/delivery.message.js';
import { RecipientProofsService } from '../recipients/recipient-proofs.service.js';
import { ChannelTestService } from './channel-test.service.js';
import { toChannelMessage } from './channel.message.js';
import { ChannelsService } from './channels.service.js';

@RpcController(Channels)
export class ChannelsController implements Handlers<typeof Channels> {
  constructor(
    private readonly channels: ChannelsService,
    private readonly tests: ChannelTestService,
    private readonly secrets: ChannelSecrets,
    private readonly proofs: RecipientProofsService,
  ) {}

  async list({ name }: ChannelsListRequest, { project }: Call) {
    return { channels: await this.#toMessages(await this.channels.list(project.id, name)) };
  }

  types() {
    return Promise.resolve({
      types: CHANNEL_TYPES.map(({ name, label, description, fields }) => ({
        type: name,
        label,
        description,
        configSchema: toJsonSchema(fields),
      })),
    });
  }

  async create(request: ChannelsCreateRequest, { project, context }: Call) {
    return this.#requested(await this.channels.create(project.id, context.principalId, request));
  }

  async get({ channelId }: ChannelsGetRequest, { project }: Call) {
    return this.#toMessage(await this.channels.get(project.id, channelId));
  }

  async update(request: ChannelsUpdateRequest, { project }: Call) {
    const channel = await this.channels.update(project.id, request);
    return request.config ? this.#requested(channel) : this.#toMessage(channel);
  }

  async delete({ channelId }: ChannelsDeleteRequest, { project }: Call) {
    await this.channels.delete(project.id, channelId);
    return {};
  }

  async test({ channelId }: ChannelsTestRequest, { project }: Call) {
    const channel = await this.channels.get(project.id, channelId);
    const delivery = await this.tests.test(channel);
    await this.proofs.request(channel);
    return toDeliveryMessage(delivery, true);
  }

  /** The channel, after links to the addresses that it may have new. */
  async #requested(channel: Channel) {
    await this.proofs.request(channel);
    return this.#toMessage(channel);
  }

  async #toMessage(channel: Channel) {
    const [message] = await this.#toMessages([channel]);
    return message ?? {};
  }

  async #toMessages(channels: readonly Channel[]) {
    const unproved = await this.proofs.findUnproved(channels);
    return channels.map((channel) =>
      toChannelMessage(channel, this.secrets.show(channel), unproved.get(channel.id) ?? []),
    );
  }
}
