import { isPrivateAddress } from '@svc/gen-ai';
import type { Egress, EgressResponse } from '@svc/outbound';

export interface ModelProviderOptions {
  /** The address to which `/chat/completions` is appended. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** As the list of prices names it. */
  readonly name: string;
  readonly egress: Egress;
}

export interface ChatMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

export interface ChatQuestion {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly maxTokens: number;
  /** Milliseconds for the whole exchange; 60,000 by default. */
  readonly timeoutMs?: number | undefined;
}

export interface ChatAnswer {
  readonly text: string;
  readonly finishReason: string;
  /** The model that answered. */
  readonly model: string;
  /** As the provider reports it. */
  readonly usage: Readonly<Record<string, unknown>> | undefined;
}

/** A provider that did not answer as asked. Its message is safe to store: it contains nothing that the provider sent. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    message: string,
    /** Whether the same request can succeed later. */
    readonly isTransient: boolean,
    /** Whether the provider certainly charges nothing. */
    readonly isFree: boolean,
  ) {
    super(message);
  }
}

const TIMEOUT_MS = 60_000;
const MAX_RESPONSE_BYTES = 256 * 1024;

/** The provider of language models of the deployment, if it has one. */
export class ModelProvider {
  constructor(private readonly options: ModelProviderOptions | undefined) {}

  get isConfigured(): boolean {
    return this.options !== undefined;
  }

  /** As the list of prices names it. */
  get name(): string {
    return this.options?.name ?? '';
  }

  /** Whether models of this provider are billed by no vendor. */
  get isPrivate(): boolean {
    return this.options !== undefined && isPrivateAddress(new URL(this.options.baseUrl).host);
  }

  /** @throws ProviderError, EgressError, and the reason of the signal. */
  async chat(
    { model, messages, maxTokens, timeoutMs = TIMEOUT_MS }: ChatQuestion,
    signal: AbortSignal,
  ): Promise<ChatAnswer> {
    if (!this.options) throw new ProviderError('No provider of models is configured.', false, true);
    const { baseUrl, apiKey, egress } = this.options;
    const response = await egress.request(`${baseUrl.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({
        model,
        messages,
        max_completion_tokens: maxTokens,
        response_format: { type: 'json_object' },
      }),
      timeoutMs,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      signal,
    });
    return readAnswer(response);
  }
}

function readAnswer({ status, body }: EgressResponse): ChatAnswer {
  if (status !== 200) {
    const isTransient = status === 408 || status === 429 || status >= 500;
    throw new ProviderError(`The provider answered with the status ${status}.`, isTransient, true);
  }
  const parsed = parse(body.toString('utf8'));
  const { choices, usage, model } = parsed;
  const [choice] = Array.isArray(choices) ? (choices as unknown[]) : [];
  const { message, finish_reason: reason } = toObject(choice);
  const { content } = toObject(message);
  if (typeof content !== 'string') throw unreadable();
  return {
    text: content,
    finishReason: typeof reason === 'string' ? reason.slice(0, 64) : '',
    model: typeof model === 'string' ? model.slice(0, 256) : '',
    usage: typeof usage === 'object' && usage !== null ? toObject(usage) : undefined,
  };
}

function parse(text: string): Record<string, unknown> {
  try {
    return toObject(JSON.parse(text));
  } catch {
    throw unreadable();
  }
}

const unreadable = (): ProviderError =>
  new ProviderError('The provider answered without a completion of a chat.', false, false);

const toObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
