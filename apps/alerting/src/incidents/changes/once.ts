import { fromJson, toJson } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import { IncidentSchema, type Incident as IncidentMessage } from '@svc/contract';
import { fingerprint, type Idempotency, type JsonObject } from '@svc/idempotency';
import type { Transaction } from '@svc/relational';
import { IDEMPOTENCY } from '@svc/runtime';
import { toIncidentMessage } from '../incident.message.js';
import type { LinkedIncident } from '../incidents.repository.js';

/** A request that takes effect once. */
export interface OnceRequest {
  readonly projectId: string;
  /** Owner of the key: an incident for each action, or a principal for the incidents that it creates. */
  readonly keyOwner: string;
  /** `incidents.resolve`. */
  readonly operation: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly body: unknown;
}

/** Runs writes of incidents once for each idempotency key. */
@Injectable()
export class Once {
  constructor(@Inject(IDEMPOTENCY) private readonly idempotency: Idempotency) {}

  /** @returns the result of the work, or of the first request with the same key. */
  async run(
    { projectId, keyOwner, operation, path, key, body }: OnceRequest,
    work: (tx: Transaction) => Promise<LinkedIncident>,
  ): Promise<IncidentMessage> {
    const { response } = await this.idempotency.run(
      { project: projectId, principal: keyOwner, operation, key, fingerprint: fingerprint({ operation, path, body }) },
      async (tx) => toJson(IncidentSchema, toIncidentMessage(await work(tx))) as JsonObject,
    );
    return fromJson(IncidentSchema, response);
  }
}
