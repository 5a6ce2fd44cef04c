import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ScoreSchema } from '@svc/contract';
import type { Score } from '@svc/relational';

export function toScore(score: Score, isCurrent: boolean): MessageInitShape<typeof ScoreSchema> {
  const { id, runId, name, label, value, comment, source, author, createdAt } = score;
  return {
    id,
    runId,
    name,
    label,
    ...(value !== null && { value }),
    comment,
    source,
    author,
    isCurrent,
    createdAt: timestampFromDate(createdAt),
  };
}
