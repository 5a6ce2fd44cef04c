import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '@svc/contract';
import { fromMilliseconds } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { CohortSources } from '../cohort-sources.js';
import { readDefinition, type CohortKind } from '../definition/definition.js';

/** Checks definitions before they are stored. */
@Injectable()
export class DefinitionCheck {
  constructor(
    private readonly sources: CohortSources,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param self ID of the cohort that gets the definition; undefined for a new one.
   * @throws ServiceError invalid_request that names the invalid part, also of the cohorts that the definition refers to.
   */
  async check(kind: string, definition: JsonObject | undefined, projectId: string, self?: string): Promise<void> {
    if (!definition) throw invalidField('definition', 'is required for this kind');
    const now = fromMilliseconds(this.clock());
    await this.sources.of(readDefinition(kind as CohortKind, definition, now), projectId, now, self);
  }
}
