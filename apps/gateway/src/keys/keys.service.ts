import { Inject, Injectable } from '@nestjs/common';
import { KeyRefusal } from '@svc/contract';
import type { ApiKey, Project } from '@svc/relational';
import { ProjectsRepository } from '../projects/projects.repository.js';
import { CLOCK, type Clock } from '../stores.module.js';
import { KeysRepository } from './keys.repository.js';

export type Resolution =
  | { readonly refusal: KeyRefusal; readonly key?: undefined; readonly project?: undefined }
  | { readonly refusal: KeyRefusal.UNSPECIFIED; readonly key: ApiKey; readonly project: Project };

@Injectable()
export class KeysService {
  constructor(
    private readonly repository: KeysRepository,
    private readonly projects: ProjectsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  find(sha256: Uint8Array): Promise<ApiKey | null> {
    return this.repository.findBySecret(sha256);
  }

  /** The key and the project a request runs in. `selector` is an id or a slug; empty selects the bound or the default project. */
  async resolve(sha256: Uint8Array, selector: string): Promise<Resolution> {
    const key = await this.find(sha256);
    const refusal = refusalOf(key, this.clock());
    if (!key || refusal !== KeyRefusal.UNSPECIFIED) return { refusal };
    const project = await this.#projectOf(key, selector);
    return project ? { refusal: KeyRefusal.UNSPECIFIED, key, project } : { refusal: KeyRefusal.PROJECT };
  }

  async #projectOf({ organizationId, projectId }: ApiKey, selector: string): Promise<Project | null> {
    if (projectId === null) return this.#select(organizationId, selector);
    const bound = await this.projects.findById(organizationId, projectId);
    return bound && (selector === '' || selector === bound.id || selector === bound.slug) ? bound : null;
  }

  async #select(organizationId: string, selector: string): Promise<Project | null> {
    if (selector === '') return this.projects.findDefault(organizationId);
    return (
      (await this.projects.findById(organizationId, selector)) ??
      (await this.projects.findBySlug(organizationId, selector))
    );
  }
}

/** A key that is both revoked and expired counts as revoked: somebody decided that. */
export function refusalOf(key: Pick<ApiKey, 'revokedAt' | 'expiresAt'> | null, nowMs: number): KeyRefusal {
  if (!key) return KeyRefusal.UNKNOWN;
  if (key.revokedAt) return KeyRefusal.REVOKED;
  if (key.expiresAt && key.expiresAt.getTime() <= nowMs) return KeyRefusal.EXPIRED;
  return KeyRefusal.UNSPECIFIED;
}
