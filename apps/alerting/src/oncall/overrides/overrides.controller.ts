import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  Overrides,
  type OverrideSchema,
  type OverridesCreateRequest,
  type OverridesDeleteRequest,
  type OverridesListRequest,
} from '@svc/contract';
import type { OncallOverride } from '@svc/relational';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { OverridesService } from './overrides.service.js';

@RpcController(Overrides)
export class OverridesController implements Handlers<typeof Overrides> {
  constructor(private readonly overrides: OverridesService) {}

  async list({ scheduleId }: OverridesListRequest, { project }: Call) {
    return { overrides: (await this.overrides.list(project.id, scheduleId)).map(toMessage) };
  }

  async create(request: OverridesCreateRequest, call: Call) {
    return toMessage(await this.overrides.create(call, request));
  }

  async delete({ overrideId }: OverridesDeleteRequest, { project }: Call) {
    await this.overrides.delete(project.id, overrideId);
    return {};
  }
}

function toMessage(row: OncallOverride): MessageInitShape<typeof OverrideSchema> {
  const { id, scheduleId, userId, startsAt, endsAt, createdBy, createdAt } = row;
  return {
    id,
    scheduleId,
    userId,
    createdBy,
    start: timestampFromDate(startsAt),
    end: timestampFromDate(endsAt),
    createdAt: timestampFromDate(createdAt),
  };
}
