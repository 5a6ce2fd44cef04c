import type { Message } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import { findIncidentIds, findIssueIds } from '@svc/directory';
import { isId, type Relational, type Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { invalidField } from '@svc/service-error';

type Finder = (tx: Transaction, projectId: string, name: string) => Promise<string[]>;

/** Fields of requests that refer to a record which people know by a shorter name than its ID. */
const FIELDS: readonly { readonly name: string; readonly path: string; readonly find: Finder }[] = [
  { name: 'issueId', path: 'issue_id', find: findIssueIds },
  { name: 'sourceIds', path: 'source_ids', find: findIssueIds },
  { name: 'incidentId', path: 'incident_id', find: findIncidentIds },
];

/**
 * Replaces short names in requests by IDs: the number of an incident, and beginnings of the IDs of issues and incidents. Services see only
 * IDs. What names nothing is left as it is, so that the service answers as to any unknown ID.
 */
@Injectable()
export class ShortNames {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /**
   * @param params the parameters of the path, which are replaced as well.
   * @throws ServiceError invalid_request if more than one record has the name.
   */
  async resolve(projectId: string, message: Message, params: Record<string, string>): Promise<void> {
    const fields = message as unknown as Record<string, unknown>;
    for (const { name, path, find } of FIELDS) {
      const value = fields[name];
      if (typeof value === 'string') {
        fields[name] = await this.#find(projectId, path, value, find);
        if (path in params) params[path] = fields[name] as string;
      } else if (Array.isArray(value)) {
        fields[name] = await Promise.all(value.map((each: string) => this.#find(projectId, path, each, find)));
      }
    }
  }

  async #find(projectId: string, path: string, name: string, find: Finder): Promise<string> {
    if (isId(name)) return name;
    const [id, other] = await find(this.relational.client, projectId, name);
    if (other !== undefined) throw invalidField(path, 'is the beginning of more than one ID');
    return id ?? name;
  }
}
