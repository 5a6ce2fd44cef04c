import { Injectable } from '@nestjs/common';
import { isId } from '@svc/relational';
import { invalidField, ServiceError } from '@svc/service-error';
import type { Responder } from '../timeline/responder.js';
import { Facts } from './facts.js';

export interface LinkTarget {
  readonly type: string;
  readonly ref: string;
}

/** Whether what is to be linked exists. Alerts and anomalies are opaque IDs; issues belong to the query service. */
@Injectable()
export class LinkTargets {
  constructor(private readonly facts: Facts) {}

  /**
   * @param toField the field of the request that contained a target.
   * @throws ServiceError invalid_request for an issue that is not in the project, permission_denied for a caller who
   * may not read issues and could find out here whether one exists, unavailable if the query service does not answer.
   */
  async check(targets: readonly LinkTarget[], responder: Responder, toField: (index: number) => string): Promise<void> {
    const issues = targets.filter(({ type }) => type === 'error_group');
    if (issues.length === 0) return;
    if (!responder.scopes.has('issues:read'))
      throw new ServiceError('permission_denied', { message: 'Linking an issue requires the scope issues:read.' });
    const known = await this.#known(
      issues.map(({ ref }) => ref),
      responder,
    );
    const missing = targets.findIndex(({ type, ref }) => type === 'error_group' && !known.has(ref));
    if (missing >= 0) throw invalidField(toField(missing), 'is not an issue of the project');
  }

  async #known(refs: readonly string[], responder: Responder): Promise<ReadonlySet<string>> {
    const issueIds = [...new Set(refs.filter((ref) => isId(ref)))];
    if (issueIds.length === 0) return new Set();
    const { issues } = await this.facts.ask(responder, (client, options) => client.issues({ issueIds }, options));
    return new Set(issues.map(({ id }) => id));
  }
}
