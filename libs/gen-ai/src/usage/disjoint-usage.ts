import type { Usage } from './buckets.js';
import type { InputMode } from './input-mode.js';
import type { ReportedUsage } from './reported-usage.js';

export interface DisjointUsage {
  readonly usage: Usage;
  readonly mode: InputMode;
  /** The numbers contradict each other: a part is larger than the whole, or the sum is not the reported total. */
  readonly isMismatch: boolean;
}

/**
 * Takes the reported parts out of the numbers that contain them, each once. No bucket comes from the total, and none becomes negative: if
 * the numbers refute the inclusive mode, the exclusive one is taken; what contradicts both counts as reported, and the result says so.
 *
 * @param expected the mode of the instrumentation, if the usage does not state its own one.
 */
export function toDisjointUsage(reported: ReportedUsage, expected: InputMode): DisjointUsage {
  const mode = chooseMode(reported, reported.mode ?? expected);
  const input = splitInput(reported, mode);
  const output = splitOutput(reported, mode, input.sum);
  const usage = { ...input.usage, ...output.usage, requests: 1, web_searches: reported.webSearches ?? 0 };
  const { total } = reported;
  const isOff = total !== undefined && total !== input.sum + output.sum;
  return { usage: withoutZeros(usage), mode, isMismatch: isOff || input.isMismatch || output.isMismatch };
}

/**
 * Only the inclusive mode can be refuted: a total that is the sum of input and output may be the instrumentation's own sum, and says
 * nothing about cached tokens beside them.
 */
function chooseMode(reported: ReportedUsage, expected: InputMode): InputMode {
  const { input = 0, output = 0, total } = reported;
  const cached = (reported.cacheRead ?? 0) + cacheWrites(reported);
  if (cached === 0 || expected !== 'inclusive') return expected;
  return cached > input || total === input + cached + output ? 'exclusive' : 'inclusive';
}

/** All cache writes: the number for every lifetime, unless the sum of those by lifetime is larger. */
function cacheWrites({ cacheWrite = 0, cacheWrite5m = 0, cacheWrite1h = 0 }: ReportedUsage): number {
  return Math.max(cacheWrite, cacheWrite5m + cacheWrite1h);
}

interface Split {
  readonly usage: Usage;
  readonly sum: number;
  readonly isMismatch: boolean;
}

function splitInput(reported: ReportedUsage, mode: InputMode): Split {
  const { cacheRead = 0, cacheWrite, cacheWrite1h = 0, inputAudio = 0, inputImage = 0 } = reported;
  const { inputAudioCached = 0, inputImageCached = 0 } = reported;
  const written = cacheWrites(reported);
  const cachedMedia = inputAudioCached + inputImageCached;
  // Cached audio and images are reported as parts of both, the cache and their kind.
  const parts: Usage = {
    input_cache_read: atLeastZero(cacheRead - cachedMedia),
    input_cache_write_5m: written - cacheWrite1h,
    input_cache_write_1h: cacheWrite1h,
    input_audio: atLeastZero(inputAudio - inputAudioCached),
    input_audio_cached: inputAudioCached,
    input_image: atLeastZero(inputImage - inputImageCached),
    input_image_cached: inputImageCached,
  };
  const isTorn =
    cachedMedia > cacheRead ||
    inputAudioCached > inputAudio ||
    inputImageCached > inputImage ||
    (cacheWrite !== undefined && cacheWrite < written);
  const whole = split('input_text_uncached', reported.input, parts, contained(parts, mode));
  return { ...whole, isMismatch: whole.isMismatch || isTorn };
}

function contained(parts: Usage, mode: InputMode): Usage {
  if (mode === 'additive') return {};
  return mode === 'inclusive' ? parts : { input_audio: parts.input_audio, input_image: parts.input_image };
}

function splitOutput(reported: ReportedUsage, mode: InputMode, input: number): Split {
  const { output, reasoning = 0, outputAudio = 0, outputImage = 0, total } = reported;
  const parts: Usage = { output_reasoning: reasoning, output_audio: outputAudio, output_image: outputImage };
  // Reasoning is a part of the output, but Gemini counts it beside the candidates.
  const isBeside = reasoning > (output ?? 0) || (output !== undefined && total === input + output + reasoning);
  if (mode === 'additive') return split('output_text', output, parts, {});
  return split('output_text', output, parts, isBeside ? { ...parts, output_reasoning: 0 } : parts);
}

/** @param inside the parts that the whole contains, which are taken out of it. */
function split(
  rest: 'input_text_uncached' | 'output_text',
  whole: number | undefined,
  parts: Usage,
  inside: Usage,
): Split {
  const taken = sumOf(inside);
  // Parts without a whole are all that is known.
  const left = (whole ?? taken) - taken;
  const usage = { ...parts, [rest]: atLeastZero(left) };
  return { usage, sum: sumOf(usage), isMismatch: left < 0 };
}

function sumOf(usage: Usage): number {
  return Object.values(usage).reduce((sum, count) => sum + count, 0);
}

/** A part that is larger than the number that contains it is reported by `isMismatch`; its bucket is not negative. */
function atLeastZero(count: number): number {
  return Math.max(0, count);
}

function withoutZeros(usage: Usage): Usage {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => count > 0));
}
