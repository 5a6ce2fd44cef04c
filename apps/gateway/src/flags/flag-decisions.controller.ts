import type { MessageInitShape } from '@bufbuild/protobuf';
import { Inject } from '@nestjs/common';
import {
  FlagDecisions,
  type FlagDecisionsEvaluateRequest,
  type FlagDecisionsEvaluateResponseSchema,
} from '@svc/contract';
import { RpcController, type Handlers } from '@svc/rpc';
import { ServiceError } from '@svc/service-error';
import { RATE_LIMITS, type RateLimit, type RateLimits } from '../admission/rate-limit.js';
import { toNetwork } from '../workspace/users/network.js';
import { Decisions } from './decisions.js';

/** Evaluates flags for ingestion, whose address is the only one that SDKs of other products know. */
@RpcController(FlagDecisions)
export class FlagDecisionsController implements Handlers<typeof FlagDecisions> {
  constructor(
    private readonly decisions: Decisions,
    @Inject(RATE_LIMITS) private readonly limits: RateLimits | undefined,
  ) {}

  /**
   * Evaluates flags for SDKs of other products, whose requests ingestion receives. The limits are the same as in the
   * REST interface, in the same order: neither interface allows requests that the other one refuses.
   */
  async evaluate({
    request,
    project,
    keyId,
    publishable,
    sourceAddress,
  }: FlagDecisionsEvaluateRequest): Promise<MessageInitShape<typeof FlagDecisionsEvaluateResponseSchema>> {
    if (!request || !project) throw new ServiceError('invalid_request');
    if (publishable) await consume(this.limits?.publishable, `${keyId} ${toNetwork(sourceAddress)}`);
    await consume(this.limits?.key, keyId);
    await consume(this.limits?.project, project.id);
    // SDKs of other products record exposures themselves.
    const caller = { isPublishable: publishable, mayRecordExposures: false };
    const json = await this.decisions.decide(request, project, caller);
    // The message is encoded after this method has returned.
    const copy = Buffer.from(json.view);
    this.decisions.release(json);
    return { json: copy };
  }
}

/** @throws ServiceError rate_limited, with the seconds to wait. */
async function consume(limit: RateLimit | undefined, id: string): Promise<void> {
  const consumed = await limit?.limiter.consume(id);
  if (consumed && !consumed.allowed) {
    throw new ServiceError('rate_limited', { retryAfterSeconds: consumed.resetSeconds });
  }
}
