import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  Inhibition,
  type InhibitionDeleteRequest,
  type InhibitionGetRequest,
  type InhibitionRulesSchema,
  type InhibitionSetRequest,
} from '@svc/contract';
import type { AlertInhibition } from '@svc/relational';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { DEFAULT_RULES, type InhibitionRule } from './inhibition-rule.js';
import { InhibitionService } from './inhibition.service.js';
import { storedRules } from './inhibitions.repository.js';

@RpcController(Inhibition)
export class InhibitionController implements Handlers<typeof Inhibition> {
  constructor(private readonly service: InhibitionService) {}

  async get(_: InhibitionGetRequest, { project }: Call) {
    return toMessage(await this.service.find(project.id));
  }

  async set(request: InhibitionSetRequest, { project, context }: Call) {
    return toMessage(await this.service.set(project.id, context.principalId, request));
  }

  async delete(request: InhibitionDeleteRequest, { project }: Call) {
    await this.service.delete(project.id, request);
    return {};
  }
}

function toMessage(stored: AlertInhibition | null): MessageInitShape<typeof InhibitionRulesSchema> {
  if (!stored) return { rules: DEFAULT_RULES.map(toRule) };
  const { version, updatedBy, updatedAt } = stored;
  return { rules: storedRules(stored).map(toRule), version, updatedBy, updatedAt: timestampFromDate(updatedAt) };
}

const toRule = ({ sourceMatchers, targetMatchers, equal }: InhibitionRule) => ({
  sourceMatchers: [...sourceMatchers],
  targetMatchers: [...targetMatchers],
  equal: [...equal],
});
