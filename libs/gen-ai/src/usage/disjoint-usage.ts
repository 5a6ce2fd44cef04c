import type { Usage } from './buckets.js';
import type { ReportedUsage } from './reported-usage.js';

/** Whether the number of input tokens contains the cached ones. */
export type InputMode = 'inclusive' | 'exclusive';

export interface DisjointUsage {
  readonly usage: Usage;
  readonly mode: InputMode;
  /** The numbers contradict each other: a part is larger than the whole, or the sum is not the reported total. */
  readonly isMismatch: boolean;
}

/**
 * Takes the reported parts out of the numbers that contain them, each once. No bucket comes from the total, and none becomes negative: if
 * the numbers contradict the mode, the other one is taken; if they contradict both, the parts count as reported, and the result says so.
 *
 * @param expected the mode of the instrumentation, which the numbers may refute.
 */
export function toDisjointUsage(reported: ReportedUsage, expected: InputMode): DisjointUsage {
  const mode = chooseMode(reported, expected);
  const input = splitInput(reported, mode);
  const output = splitOutput(reported);
  const usage = { ...input.usage, ...output.usage, requests: 1, web_searches: reported.webSearches ?? 0 };
  const { total } = reported;
  const isOff = total !== undefined && total !== input.sum + output.sum;
  return { usage: withoutZeros(usage), mode, isMismatch: isOff || input.isMismatch || output.isMismatch };
}

function chooseMode(reported: ReportedUsage, expected: InputMode): InputMode {
  const { input = 0, output = 0, total } = reported;
  const cached = (reported.cacheRead ?? 0) + cacheWrites(reported);
  if (cached === 0) return expected;
  if (cached > input) return 'exclusive';
  if (total === input + output) return 'inclusive';
  if (total === input + cached + output) return 'exclusive';
  return expected;
}

/** All cache writes: the sum of those by lifetime, unless the number for every lifetime is larger. */
function cacheWrites({ cacheWrite = 0, cacheWrite5m = 0, cacheWrite1h = 0 }: ReportedUsage): number {
  return Math.max(cacheWrite, cacheWrite5m + cacheWrite1h);
}

interface Split {
  readonly usage: Usage;
  readonly sum: number;
  readonly isMismatch: boolean;
}

function splitInput(reported: ReportedUsage, mode: InputMode): Split {
  const { cacheRead = 0, cacheWrite1h = 0, inputAudio = 0, inputImage = 0, inputAudioCached = 0, inputImageCached = 0 } = reported;
  const written = cacheWrites(reported);
  // Cached audio and images are reported as parts of both, the cache and their kind.
  const parts: Usage = {
    input_cache_read: atLeastZero(cacheRead - inputAudioCached - inputImageCached),
    input_cache_write_5m: written - cacheWrite1h,
    input_cache_write_1h: cacheWrite1h,
    input_audio: atLeastZero(inputAudio - inputAudioCached),
    input_audio_cached: inputAudioCached,
    input_image: atLeastZero(inputImage - inputImageCached),
    input_image_cached: inputImageCached,
  };
  const inside = mode === 'inclusive' ? parts : { input_audio: parts.input_audio, input_image: parts.input_image };
  return split('input_text_uncached', reported.input, parts, inside);
}

function splitOutput({ output, reasoning = 0, outputAudio = 0, outputImage = 0, input = 0, total }: ReportedUsage): Split {
  const parts: Usage = { output_reasoning: reasoning, output_audio: outputAudio, output_image: outputImage };
  // Reasoning is a part of the output, but Gemini counts it beside the candidates.
  const isBeside = reasoning > (output ?? 0) || (output !== undefined && total === input + output + reasoning);
  return split('output_text', output, parts, isBeside ? { ...parts, output_reasoning: 0 } : parts);
}

/** @param inside the parts that the whole contains, which are taken out of it. */
function split(rest: 'input_text_uncached' | 'output_text', whole: number | undefined, parts: Usage, inside: Usage): Split {
  const contained = sumOf(inside);
  // Parts without a whole are all that is known.
  const left = (whole ?? contained) - contained;
  const usage = { ...parts, [rest]: atLeastZero(left) };
  return { usage, sum: sumOf(usage), isMismatch: left < 0 };
}

function sumOf(usage: Usage): number {
  return Object.values(usage).reduce((sum, count) => sum + count, 0);
}

/** A part that is larger than what contains it is reported by `isMismatch`; its bucket is not negative. */
function atLeastZero(count: number): number {
  return Math.max(0, count);
}

function withoutZeros(usage: Usage): Usage {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => count > 0));
}
