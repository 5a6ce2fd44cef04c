import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { CohortSchema } from '@svc/contract';
import { CohortGenerationSchema, type JsonObject } from '@svc/contract';
import { personId } from '@svc/persons';
import type { CohortGeneration } from '@svc/relational';
import type { FoundCohort } from './cohorts.repository.js';

export function toCohort(row: FoundCohort): MessageInitShape<typeof CohortSchema> {
  const { id, projectId, name, description, kind, definition, generation, count, generations } = row;
  const { version, createdBy, createdAt, updatedAt } = row;
  const [latest] = generations;
  return {
    id,
    projectId,
    name,
    description,
    kind,
    // The column only holds values that came from a Struct.
    ...(definition !== null && { definition: definition as JsonObject }),
    generation: BigInt(generation),
    count: BigInt(count),
    ...(latest && { latestBuild: toGeneration(latest) }),
    version,
    ...(createdBy !== null && { createdBy }),
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
  };
}

export function toGeneration(row: CohortGeneration) {
  const { number, state, startedAt, finishedAt, count, attempts, error } = row;
  return create(CohortGenerationSchema, {
    generation: BigInt(number),
    state,
    attempts,
    startedAt: timestampFromDate(startedAt),
    ...(finishedAt && { finishedAt: timestampFromDate(finishedAt) }),
    count: BigInt(count),
    ...(error !== null && { error }),
  });
}

export function toMember(projectId: string, distinctId: string) {
  return { personId: personId(projectId, distinctId), distinctId };
}
