import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '@svc/contract';
import { Evaluator } from '@svc/flags';
import { CLOCK, type Clock } from '../../dependencies.js';
import type { Scope } from '../../statement/index.js';
import { AskerService } from '../decide/asker.service.js';
import { jointNeeds } from '../decide/needs.js';
import { FlagSets } from '../snapshot/flag-sets.js';
import { failure, resolution, type OfrepErrorCode } from './resolution.js';
import { InvalidContext, readContext } from './evaluation-context.js';

export interface OfrepAnswer {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
  readonly etag?: string;
}

/** Flag evaluation by the OpenFeature Remote Evaluation Protocol. */
@Injectable()
export class OfrepService {
  constructor(
    private readonly sets: FlagSets,
    private readonly askers: AskerService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async evaluate(key: string | undefined, context: JsonObject, scope: Scope): Promise<OfrepAnswer> {
    try {
      const asker = readContext(context, this.clock());
      const set = await this.sets.get(scope.projectId);
      const flag = key === undefined ? undefined : set.flags.get(key);
      if (key !== undefined && !flag) return refusal(404, key, 'FLAG_NOT_FOUND');
      const asked = flag ? [flag] : set.all;
      const needs = flag ? jointNeeds(asked, set.flags) : set.needs;
      const evaluator = new Evaluator(set.flags, await this.askers.contextOf(asker, needs, scope));
      const answers = asked.map((each) => resolution(each, evaluator.evaluate(each)));
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
