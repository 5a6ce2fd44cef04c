/** The known properties of an error before its stack is parsed. */
export interface ErrorInput {
  /** The name of a language or an SDK, such as `telemetry.sdk.language` or `$lib`; the text decides if it is absent or unknown. */
  readonly platform?: string;
  readonly type: string;
  readonly message: string;
  /** The text of a stack, or a JSON array of exceptions with frames. */
  readonly stacktrace: string;
  /** The grouping key of the sender; `{{ default }}` represents the default grouping. */
  readonly fingerprint?: readonly string[];
  readonly serviceName: string;
  readonly logger?: string;
  readonly release: string;
  readonly dist: string;
  /** Debug IDs by the URL or path of the file. */
  readonly debugIds: ReadonlyMap<string, string> | Readonly<Record<string, string>>;
}

/** The debug ID of a file, or undefined if it has none. */
export function findDebugId({ debugIds }: Pick<ErrorInput, 'debugIds'>, file: string): string | undefined {
  if (isMap(debugIds)) return debugIds.get(file);
  return Object.hasOwn(debugIds, file) ? debugIds[file] : undefined;
}

function isMap(debugIds: ErrorInput['debugIds']): debugIds is ReadonlyMap<string, string> {
  return debugIds instanceof Map;
}
