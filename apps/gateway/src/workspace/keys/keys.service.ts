import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '@svc/auth';
import { KeyRefusal } from '@svc/contract';
import type { Project } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { ProjectOptions, type IngestionOptions } from '../configuration/project-options.js';
import { ProjectsRepository } from '../projects/projects.repository.js';
import { keyCredential, toKeyRefusal, sessionCredential, type Carrier, type Credential } from './credential.js';
import { KeysRepository } from './keys.repository.js';

/** The project that a request names; both are empty if it names none. */
export interface NamedProject {
  /** ID, from the query string. */
  readonly projectId: string;
  /** ID or slug, of the header. */
  readonly projectSelector: string;
}

export type Resolution =
  | {
      readonly refusal: KeyRefusal;
      /** Scopes of a key that is refused because of the project. */
      readonly scopes?: readonly string[];
      readonly key?: undefined;
      readonly project?: undefined;
      readonly options?: undefined;
    }
  | {
      readonly refusal: KeyRefusal.UNSPECIFIED;
      readonly scopes?: undefined;
      readonly key: Credential;
      readonly project: Project;
      readonly options: IngestionOptions;
    };

@Injectable()
export class KeysService {
  constructor(
    private readonly repository: KeysRepository,
    private readonly projects: ProjectsRepository,
    private readonly options: ProjectOptions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The key or the access token of that hash, or the browser session where it came in a cookie. An access token for the MCP endpoint is
   * unknown everywhere else.
   */
  async find(sha256: Uint8Array, carrier: Carrier = 'header'): Promise<Credential | null> {
    const key = carrier !== 'cookie' && (await this.repository.findKey(sha256));
    if (key) return keyCredential(key);
    const token = await this.repository.findToken(sha256, carrier === 'cookie' ? 'cookie' : 'access');
    const found = token && sessionCredential(token);
    return found?.carrier === 'mcp' && carrier !== 'mcp' ? null : found;
  }

  /** The key and the project a request runs in: the named one, otherwise the bound or the default project. */
  async resolve(sha256: Uint8Array, named: NamedProject): Promise<Resolution> {
    const key = await this.find(sha256);
    const refusal = toKeyRefusal(key, this.clock());
    if (!key || refusal !== KeyRefusal.UNSPECIFIED) return { refusal };
    const project = await this.#findProject(key.principal, named);
    const { scopes } = key.principal;
    if (!project) return { refusal: KeyRefusal.UNKNOWN_PROJECT, scopes };
    if (!isNamed(project, named)) return { refusal: KeyRefusal.PROJECT, scopes };
    return { refusal, key, project, options: await this.options.forIngestion(project.id) };
  }

  #findProject(
    { organizationId, boundProjectId }: Principal,
    { projectId, projectSelector }: NamedProject,
  ): Promise<Project | null> {
    const id = boundProjectId ?? projectId;
    if (id !== '') return this.projects.findById(organizationId, id);
    return projectSelector === ''
      ? this.projects.findDefault(organizationId)
      : this.projects.findByIdOrSlug(organizationId, projectSelector);
  }
}

/** Whether the request names this project or none. */
function isNamed({ id, slug }: Project, { projectId, projectSelector }: NamedProject): boolean {
  return (projectId === '' || projectId === id) && ['', id, slug].includes(projectSelector);
}
