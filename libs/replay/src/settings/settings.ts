/** The key of the configuration entry of a project, of the type json, that has its settings for recordings. */
export const REPLAY_SETTINGS_KEY = 'replay';

/** Thresholds of bursts of clicks; all of them are inclusive. */
export interface RageSettings {
  /** The least number of clicks of a burst. */
  readonly clicks: number;
  /** Milliseconds between two clicks, at most. */
  readonly gapMs: number;
  /** Pixels between two clicks in a straight line, at most. */
  readonly px: number;
}

/** Three clicks select a paragraph, and are what users of other products call false. */
export const RAGE_DEFAULTS: RageSettings = { clicks: 4, gapMs: 1_000, px: 30 };

/** What a project may keep of a recording that is replaced otherwise. */
export interface RedactionSettings {
  /** Names in queries and fragments of addresses whose values are kept if detectors find nothing in them. */
  readonly queryNames: readonly string[];
  /** Names or IDs of inputs whose values are kept if detectors find nothing in them. */
  readonly unmaskedFields: readonly string[];
  /** Whether pictures of canvas elements and changes of them are kept. */
  readonly canvas: boolean;
}

/** The settings of a project for its recordings. */
export interface ReplaySettings extends RedactionSettings {
  readonly rage: RageSettings;
  /** Origins such as `https://cdn.example.com` whose images, fonts and style sheets may be mirrored. */
  readonly assetOrigins: readonly string[];
}

/** Of a project that has set nothing. */
export const DEFAULT_REPLAY_SETTINGS: ReplaySettings = {
  rage: RAGE_DEFAULTS,
  queryNames: [],
  unmaskedFields: [],
  canvas: false,
  assetOrigins: [],
};
