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
import { ChannelTestService } from './channel-test.service.js';
import { toChannelMessage } from './channel.message.js';
import { ChannelsService } from './channels.service.js';

@RpcController(Channels)
export class ChannelsController implements Handlers<typeof Channels> {
  constructor(
    private readonly channels: ChannelsService,
    private readonly tests: ChannelTestService,
    private readonly secrets: ChannelSecrets,
  ) {}

  async list(_: ChannelsListRequest, { project }: Call) {
    return { channels: (await this.channels.list(project.id)).map((channel) => this.#toMessage(channel)) };
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
    return this.#toMessage(await this.channels.create(project.id, context.principalId, request));
  }

  async get({ channelId }: ChannelsGetRequest, { project }: Call) {
    return this.#toMessage(await this.channels.get(project.id, channelId));
  }

  async update(request: ChannelsUpdateRequest, { project }: Call) {
    return this.#toMessage(await this.channels.update(project.id, request));
  }

  async delete({ channelId }: ChannelsDeleteRequest, { project }: Call) {
    await this.channels.delete(project.id, channelId);
    return {};
  }

  async test({ channelId }: ChannelsTestRequest, { project }: Call) {
    return toDeliveryMessage(await this.tests.test(await this.channels.get(project.id, channelId)), true);
  }

  #toMessage(channel: Channel) {
    return toChannelMessage(channel, this.secrets.show(channel));
  }
}
