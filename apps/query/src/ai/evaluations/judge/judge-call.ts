import { Buffer } from 'node:buffer';
import { readProviderUsage, toDisjointUsage, type Usage } from '@svc/gen-ai';
import { EgressError, type EgressFailure } from '@svc/outbound';
import { ProviderError, type ChatAnswer, type ChatMessage } from '../../provider/index.js';

/** Tokens that the answer of a judge may have, those of reasoning included. */
export const MAX_ANSWER_TOKENS = 2_000;
/** Tokens that providers add to a message. */
const MESSAGE_TOKENS = 64;

/** The most that a call may use: a token has at least one byte, and its answer is text or reasoning. */
export function mostUsage(messages: readonly ChatMessage[]): Usage[] {
  const input = messages.reduce((sum, { content }) => sum + Buffer.byteLength(content) + MESSAGE_TOKENS, 0);
  return (['output_text', 'output_reasoning'] as const).map((bucket) => ({
    input_text_uncached: input,
    [bucket]: MAX_ANSWER_TOKENS,
    requests: 1,
  }));
}

/** The usage of a call; undefined if the provider does not report it. */
export function usageOf({ usage }: ChatAnswer): Usage | undefined {
  const reported = usage && readProviderUsage(usage);
  return reported && toDisjointUsage(reported, 'inclusive').usage;
}

export interface CallFailure {
  readonly type: string;
  /** Contains nothing that the provider sent. */
  readonly message: string;
  readonly isTransient: boolean;
  /** Whether the provider certainly charges nothing. */
  readonly isFree: boolean;
}

/** Failures before anything is sent. */
const UNSENT: ReadonlySet<EgressFailure> = new Set([
  'invalid_url',
  'invalid_request',
  'blocked_address',
  'plain_http',
  'dns',
  'tls',
]);

/** The failure of a call; undefined for any other error. */
export function toCallFailure(error: unknown): CallFailure | undefined {
  if (error instanceof ProviderError) {
    const { message, isTransient, isFree } = error;
    return { type: 'provider_error', message, isTransient, isFree };
  }
  if (!(error instanceof EgressError)) return undefined;
  return {
    type: error.failure,
    message: error.message,
    isTransient: error.isTransient,
    isFree: UNSENT.has(error.failure),
  };
}

export const NOT_A_VERDICT: CallFailure = {
  type: 'invalid_verdict',
  message: 'The answer is not an object with a label, a value from 0 to 1, and an explanation.',
  isTransient: false,
  isFree: false,
};
