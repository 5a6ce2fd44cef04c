import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LogPatternSchema, LogsPatternsResponseSchema } from '@svc/contract';
import { levelName } from '@svc/reading/signals';
import { toTimestamp } from '@svc/reading/time';
import type { CountedPattern, FoundPatterns } from './patterns.service.js';

export function toLogPatterns(answer: FoundPatterns): MessageInitShape<typeof LogsPatternsResponseSchema> {
  const { patterns, found, scanned, total } = answer;
  return {
    patterns: patterns.map((pattern) => toLogPattern(pattern, answer)),
    patternCount: BigInt(found),
    scanned: BigInt(scanned),
    total: BigInt(total),
    sampled: scanned < total,
  };
}

function toLogPattern(
  { id, template, count, trend, first, latest, highestSeverity: gravest }: CountedPattern,
  { total, starts }: FoundPatterns,
): MessageInitShape<typeof LogPatternSchema> {
  return {
    patternId: id,
    template,
    count: BigInt(count),
    share: count / total,
    level: levelName(gravest),
    firstSeen: toTimestamp(first),
    lastSeen: toTimestamp(BigInt(latest.latest)),
    sampleLogId: latest.id,
    sample: latest.message,
    trend: starts.map((start, bucket) => ({ timestamp: toTimestamp(start), count: BigInt(trend[bucket] ?? 0) })),
  };
}
