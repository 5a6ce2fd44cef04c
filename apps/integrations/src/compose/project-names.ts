import { Inject, Injectable } from '@nestjs/common';
import { findProject } from '@svc/directory';
import type { Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { LRUCache } from 'lru-cache';

const MAX_PROJECTS = 1_000;
/** A renamed project has its old name in notifications for at most this time. */
const TTL_MS = 60_000;

@Injectable()
export class ProjectNames {
  readonly #names: LRUCache<string, string>;

  constructor(@Inject(RELATIONAL) relational: Relational) {
    this.#names = new LRUCache({
      max: MAX_PROJECTS,
      ttl: TTL_MS,
      fetchMethod: async (id: string) => (await findProject(relational.client, id))?.name ?? '',
    });
  }

  /** The display name of a project; '' if it is deleted meanwhile. */
  async get(projectId: string): Promise<string> {
    return (await this.#names.fetch(projectId)) ?? '';
  }
}
