/** What a page sets: attributes of the script element (`data-sample-rate`), or an argument of `start`. */
export interface Settings {
  /** A publishable key with the scope `analytics:write`. */
  readonly key: string;
  /** Address of the service for ingestion; the origin of the script by default. */
  readonly host: string;
  /** The person; a random ID that the browser keeps by default. */
  readonly distinctId?: string | undefined;
  /** Share of the sessions that are recorded, from 0 to 1; 1 by default. */
  readonly sampleRate?: number | undefined;
  /** `error`: sends nothing until the page has an error, and then also the minute before it. */
  readonly buffer?: 'error' | undefined;
  /** Whether persons whose browser asks for privacy (Global Privacy Control, Do Not Track) are not recorded. */
  readonly respectGpc?: boolean | undefined;
  /** Version of the page, as errors have it. */
  readonly release?: string | undefined;
  /** Deployment environment, such as `production`. */
  readonly environment?: string | undefined;
  /** Selector of elements whose texts are masked, beside `.rr-mask`. */
  readonly maskText?: string | undefined;
  /** Selector of elements that are not recorded, beside `.rr-block`. */
  readonly block?: string | undefined;
  /** Whether errors and warnings of the console are recorded; true by default. */
  readonly console?: boolean | undefined;
  /** Whether requests that fail are recorded, without query, headers and bodies; true by default. */
  readonly network?: boolean | undefined;
}

/** Records the sessions of a page. */
export interface Recorder {
  /** Starts to record, unless the session is not sampled, the person objects, or the browser lacks what is needed. */
  start(settings: Settings): void;
  /** Stops to record; what was recorded is still sent. */
  stop(): void;
  /** Names the person from now on, such as after a log-in. It is not kept for other pages. */
  identify(distinctId: string): void;
  /** The session, also if it is not recorded; undefined before `start`. Send it as `session_id` with product events and errors. */
  readonly sessionId: string | undefined;
}

/**
 * Reads the attributes of the script element of the loader.
 *
 * @param data names without `data-`, in camel case, as `dataset` has them.
 * @param origin of the loader.
 * @returns undefined if there is no key: the page then calls `start`.
 */
export function readSettings(data: Readonly<Record<string, string | undefined>>, origin: string): Settings | undefined {
  const { key, host = origin, sampleRate, buffer, respectGpc, console, network, ...texts } = data;
  if (!key) return undefined;
  return {
    ...texts,
    key,
    host,
    sampleRate: toRate(sampleRate),
    buffer: buffer === 'error' ? buffer : undefined,
    respectGpc: isOn(respectGpc, false),
    console: isOn(console, true),
    network: isOn(network, true),
  };
}

/** A rate that cannot be read records nothing. */
const toRate = (text: string | undefined): number => (text === undefined ? 1 : Number(text) || 0);

/** An attribute without a value is on. */
const isOn = (text: string | undefined, fallback: boolean): boolean =>
  text === undefined ? fallback : !['false', 'off', '0', 'no'].includes(text);
