import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject, ProjectContext } from '@svc/contract';
import { CLOCK, type Clock } from '@svc/runtime';
import type { Caller } from '../caller.js';
import { readRequestedContext, Decisions } from '../decisions.js';
import { FlagSets } from '../flag-sets.js';
import { InvalidContext, readContext } from './ofrep-context.js';
import { failure, resolution, type OfrepErrorCode } from './ofrep-resolution.js';

export interface OfrepAnswer {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
  /** Names this answer to all flags; absent for one flag and for errors. */
  readonly etag?: string;
}

/** Flag evaluation by the OpenFeature Remote Evaluation Protocol. */
@Injectable()
export class Ofrep {
  constructor(
    private readonly sets: FlagSets,
    private readonly decisions: Decisions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param body undefined when it is not a JSON object. */
  async evaluate(
    key: string | undefined,
    body: Readonly<Record<string, unknown>> | undefined,
    project: ProjectContext,
    caller: Caller,
  ): Promise<OfrepAnswer> {
    if (!body) return refusal(400, key, 'PARSE_ERROR');
    try {
      const request = readContext(body['context']);
      const requested = readRequestedContext(request, this.clock());
      const set = await this.sets.get(project.id);
      const flag = key === undefined ? undefined : set.flags.get(key);
      if (key !== undefined && !flag) return refusal(404, key, 'FLAG_NOT_FOUND');
      const asked = flag ? [flag] : set.all;
      const { evaluations } = await this.decisions.evaluate(set, asked, requested, project);
      if (request.sendExposure && caller.mayRecordExposures)
        this.decisions.expose(project, requested, asked, evaluations);
      const answers = asked.map((each, index) => resolution(each, evaluations[index], caller));
      return flag ? one(answers[0] ?? {}) : all(answers);
    } catch (error) {
      if (error instanceof InvalidContext) return refusal(400, key, error.code);
      throw error;
    }
  }
}

function one(answer: JsonObject): OfrepAnswer {
  return { status: 'errorCode' in answer ? 503 : 200, body: JSON.stringify(answer) };
}

function all(flags: readonly JsonObject[]): OfrepAnswer {
  const body = JSON.stringify({ flags });
  return { status: 200, body, etag: createHash('sha256').update(body).digest('base64url') };
}

function refusal(status: number, key: string | undefined, code: OfrepErrorCode): OfrepAnswer {
  return { status, body: JSON.stringify(failure(key, code)) };
}
