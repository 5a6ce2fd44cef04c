/** A refusal or a failure of the service, or of the way to it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** HTTP status; 0 if no response arrived. */
    readonly status: number,
    /** Code of the error, such as `invalid_argument`. */
    readonly code: string,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
  }
}

export interface ErrorDetails {
  readonly requestId?: string | undefined;
  /** Milliseconds after which another attempt makes sense. */
  readonly retryAfterMs?: number | undefined;
  /** Fields of the body besides the code and the message, such as `field` and `offset`. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** The error of a response that is no success. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body = await readBody(response);
  const { error, message, request_id: requestId, ...fields } = body;
  const seconds = Number(response.headers.get('retry-after'));
  return new ApiError(
    response.status,
    typeof error === 'string' ? error : 'unknown',
    typeof message === 'string' && message !== ''
      ? message
      : `The service answered with the status ${response.status}.`,
    {
      requestId: typeof requestId === 'string' ? requestId : (response.headers.get('x-request-id') ?? undefined),
      retryAfterMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined,
      fields,
    },
  );
}

/** A proxy between the browser and the service may answer with something else than JSON. */
async function readBody(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
