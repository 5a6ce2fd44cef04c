import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '@svc/auth';
import { KeyRefusal } from '@svc/contract';
import type { Project } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/service';
import { ProjectOptions } from '../configuration/project-options.js';
import { ProjectsRepository } from '../projects/projects.repository.js';
import { keyCredential, refusalOf, sessionCredential, type Carrier, type Credential } from './credential.js';
import { KeysRepository } from './keys.repository.js';

export type Resolution =
  | {
      readonly refusal: KeyRefusal;
      readonly key?: undefined;
      readonly project?: undefined;
      readonly redactsTelemetry?: undefined;
    }
  | {
      readonly refusal: KeyRefusal.UNSPECIFIED;
      readonly key: Credential;
      readonly project: Project;
      readonly redactsTelemetry: boolean;
    };

@Injectable()
export class KeysService {
  constructor(
    private readonly repository: KeysRepository,
    private readonly projects: ProjectsRepository,
    private readonly options: ProjectOptions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The key or the access token of that hash, or the browser session where it came in a cookie. */
  async find(sha256: Uint8Array, carrier: Carrier = 'header'): Promise<Credential | null> {
    const key = carrier === 'header' && (await this.repository.findKey(sha256));
    if (key) return keyCredential(key);
    const token = await this.repository.findToken(sha256, carrier === 'header' ? 'access' : 'cookie');
    return token && sessionCredential(token);
  }

  /** The key and the project a request runs in. `selector` is an id or a slug; empty selects the bound or the default project. */
  async resolve(sha256: Uint8Array, selector: string): Promise<Resolution> {
    const key = await this.find(sha256);
    const refusal = refusalOf(key, this.clock());
    if (!key || refusal !== KeyRefusal.UNSPECIFIED) return { refusal };
    const project = await this.#projectOf(key.principal, selector);
    if (!project) return { refusal: KeyRefusal.PROJECT };
    return { refusal, key, project, redactsTelemetry: await this.options.redactsTelemetry(project.id) };
  }

  async #projectOf({ organizationId, boundProjectId }: Principal, selector: string): Promise<Project | null> {
    if (boundProjectId === undefined) {
      return selector === ''
        ? this.projects.findDefault(organizationId)
        : this.projects.findByIdOrSlug(organizationId, selector);
    }
    const bound = await this.projects.findById(organizationId, boundProjectId);
    return bound && (selector === '' || selector === bound.id || selector === bound.slug) ? bound : null;
  }
}
