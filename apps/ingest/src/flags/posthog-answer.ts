/** The part of the answer of flags.decide that SDKs of PostHog get. */
export interface Decided {
  readonly evaluated_at: string;
  readonly flags: Readonly<Record<string, DecidedFlag>>;
  readonly errors_while_computing: boolean;
}

interface DecidedFlag {
  readonly enabled: boolean;
  readonly variant: string | boolean | null;
  readonly payload: unknown;
  readonly version: number;
  /** Absent for a publishable key. */
  readonly reason?: { readonly code: string; readonly condition_index?: number; readonly description: string };
}

/** The answer to `/flags?v=2`, with a description of each flag. */
export function toFlagsAnswer({ flags, errors_while_computing, evaluated_at }: Decided, requestId: string): object {
  const described = Object.entries(flags).map(([key, flag]) => {
    const { enabled, version, reason } = flag;
    const metadata = { id: 0, version, description: null, payload: toPayload(flag) };
    return [key, { key, enabled, variant: toVariant(flag), ...(reason && { reason }), metadata }];
  });
  return {
    flags: Object.fromEntries(described) as object,
    errorsWhileComputingFlags: errors_while_computing,
    requestId,
    evaluatedAt: Date.parse(evaluated_at),
  };
}

/** The answer to `/decide?v=3`: the value of each flag, and the payloads beside them. */
export function toDecideAnswer({ flags, errors_while_computing }: Decided, requestId: string): object {
  const entries = Object.entries(flags);
  const payloads = entries.flatMap(([key, flag]) => {
    const payload = toPayload(flag);
    return payload === undefined ? [] : [[key, payload]];
  });
  return {
    featureFlags: Object.fromEntries(entries.map(([key, flag]) => [key, toVariant(flag) ?? flag.enabled])),
    featureFlagPayloads: Object.fromEntries(payloads) as object,
    errorsWhileComputingFlags: errors_while_computing,
    requestId,
  };
}

/** A flag without variants is on or off and has no variant; one that is off has none either. */
function toVariant({ enabled, variant }: DecidedFlag): string | undefined {
  return enabled && typeof variant === 'string' ? variant : undefined;
}

/** Payloads are JSON texts in the wire of PostHog. */
function toPayload({ payload }: DecidedFlag): string | undefined {
  return payload === null || payload === undefined ? undefined : JSON.stringify(payload);
}
