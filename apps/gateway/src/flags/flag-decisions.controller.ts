import type { MessageInitShape } from '@bufbuild/protobuf';
import { Inject } from '@nestjs/common';
import {
  FlagDecisions,
  type FlagDecisionsDefinitionsRequest,
  type FlagDecisionsDefinitionsResponseSchema,
  type FlagDecisionsEvaluateRequest,
  type FlagDecisionsEvaluateResponseSchema,
  type FlagDecisionsPayloadRequest,
  type FlagDecisionsPayloadResponseSchema,
  type ProjectContext,
} from '@svc/contract';
import { RpcController, type Handlers } from '@svc/rpc';
import { ServiceError } from '@svc/service-error';
import { RATE_LIMITS, type RateLimit, type RateLimits } from '../admission/rate-limit.js';
import { toNetwork } from '../workspace/users/network.js';
import { Decisions } from './decisions.js';
import { FlagSets } from './flag-sets.js';
import { LocalDefinitionBodies } from './local-definitions.js';

/** Evaluates flags for ingestion, whose address is the only one that SDKs of other products know. */
@RpcController(FlagDecisions)
export class FlagDecisionsController implements Handlers<typeof FlagDecisions> {
  constructor(
    private readonly decisions: Decisions,
    private readonly sets: FlagSets,
    private readonly bodies: LocalDefinitionBodies,
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
    await this.#admit(project, keyId);
    // SDKs of other products record exposures themselves.
    const caller = { isPublishable: publishable, mayRecordExposures: false };
    const json = await this.decisions.decide(request, project, caller);
    // The message is encoded after this method has returned.
    const copy = Buffer.from(json.view);
    this.decisions.release(json);
    return { json: copy };
  }

  async definitions({
    project,
    keyId,
    ifNoneMatch,
  }: FlagDecisionsDefinitionsRequest): Promise<MessageInitShape<typeof FlagDecisionsDefinitionsResponseSchema>> {
    if (!project) throw new ServiceError('invalid_request');
    await this.#admit(project, keyId);
    const { json, etag } = await this.bodies.get(project.id, await this.sets.get(project.id));
    // Proxies that compress mark the tag as weak.
    return ifNoneMatch.replace('W/', '') === etag ? { etag } : { json, etag };
  }

  async payload({
    project,
    keyId,
    flagKey,
  }: FlagDecisionsPayloadRequest): Promise<MessageInitShape<typeof FlagDecisionsPayloadResponseSchema>> {
    if (!project) throw new ServiceError('invalid_request');
    await this.#admit(project, keyId);
    const flag = (await this.sets.get(project.id)).flags.get(flagKey)?.definition;
    if (!flag) throw new ServiceError('not_found');
    return { json: JSON.stringify((flag.active ? flag.filters.payload : undefined) ?? null) };
  }

  async #admit({ id }: ProjectContext, keyId: string): Promise<void> {
    await consume(this.limits?.key, keyId);
    await consume(this.limits?.project, id);
  }
}

/** @throws ServiceError rate_limited, with the seconds to wait. */
async function consume(limit: RateLimit | undefined, id: string): Promise<void> {
  const consumed = await limit?.limiter.consume(id);
  if (consumed && !consumed.allowed) {
    throw new ServiceError('rate_limited', { retryAfterSeconds: consumed.resetSeconds });
  }
}
