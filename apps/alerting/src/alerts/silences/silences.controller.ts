import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  Silences,
  type SilenceSchema,
  type SilencesCreateRequest,
  type SilencesDeleteRequest,
  type SilencesListRequest,
  type SilencesPreviewRequest,
} from '@svc/contract';
import { readJson, type Silence } from '@svc/relational';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { toAlertFields } from '../alert.message.js';
import type { SilenceMatcher } from './matcher.js';
import { silenceStatus } from './silence-state.js';
import { SilencesService } from './silences.service.js';

@RpcController(Silences)
export class SilencesController implements Handlers<typeof Silences> {
  constructor(private readonly service: SilencesService) {}

  async list({ name }: SilencesListRequest, { project }: Call) {
    const { silences, now } = await this.service.list(project.id, name);
    return { silences: silences.map((silence) => toSilenceMessage(silence, now)) };
  }

  async create(request: SilencesCreateRequest, { project, context }: Call) {
    const { silence, now } = await this.service.create(project.id, context.principalId, request);
    return toSilenceMessage(silence, now);
  }

  async preview({ matchers }: SilencesPreviewRequest, { project }: Call) {
    const { alerts, count, isTruncated } = await this.service.preview(project.id, matchers);
    return { alerts: alerts.map(toAlertFields), count: BigInt(count), truncated: isTruncated };
  }

  async delete({ silenceId }: SilencesDeleteRequest, { project }: Call) {
    await this.service.expire(project.id, silenceId);
    return {};
  }
}

function toSilenceMessage(silence: Silence, now: Date): MessageInitShape<typeof SilenceSchema> {
  const { id, projectId, name, comment, createdBy, matchers, startsAt, endsAt, createdAt } = silence;
  return {
    id,
    projectId,
    name,
    comment,
    createdBy,
    matchers: readJson<SilenceMatcher[]>(matchers),
    startsAt: timestampFromDate(startsAt),
    endsAt: timestampFromDate(endsAt),
    status: silenceStatus(silence, now),
    createdAt: timestampFromDate(createdAt),
  };
}
