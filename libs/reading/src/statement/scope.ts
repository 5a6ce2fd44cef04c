import { ServiceError } from '@svc/service-error';
import { NANOSECONDS_PER_DAY } from '../time/index.js';

/** The project of a request (svc.internal.v1.ProjectContext satisfies it). */
export interface ProjectIdentity {
  readonly id: string;
  readonly number: number;
  readonly retentionDays: number;
}

/**
 * The project that a statement reads. The embedded engine has no row policies: projects are kept apart only because
 * every statement carries the project's number. So a statement cannot be built without a Scope, and a Scope cannot be
 * created without a project.
 */
export class Scope {
  private constructor(
    readonly projectId: string,
    readonly projectNumber: number,
    readonly retention: bigint,
  ) {}

  static of(project: ProjectIdentity | undefined): Scope {
    if (!project || !Number.isInteger(project.number) || project.number <= 0 || project.id === '') {
      throw new ServiceError('internal', { cause: new Error('A statement was built without a project.') });
    }
    return new Scope(project.id, project.number, BigInt(project.retentionDays) * NANOSECONDS_PER_DAY);
  }
}
