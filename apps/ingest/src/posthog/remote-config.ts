import type { KeysResolveResponse } from '@svc/contract';

/** What SDKs of PostHog ask for before they record, capture or evaluate anything. */
export interface RemoteConfig {
  readonly supportedCompression: readonly string[];
  readonly hasFeatureFlags: boolean;
  readonly sessionRecording: false | { readonly endpoint: string; readonly recorderVersion: string };
  readonly [member: string]: unknown;
}

/** Features of PostHog that are asked for by SDKs and that nothing here would answer. */
const OFF = {
  surveys: false,
  heatmaps: false,
  capturePerformance: false,
  productTours: false,
  conversations: false,
  siteApps: [],
  toolbarParams: {},
  isAuthenticated: false,
};

/**
 * The configuration for the pages of a key.
 *
 * @param hasObjects whether there is an object store, without which recordings are refused.
 */
export function remoteConfig({ scopes }: Pick<KeysResolveResponse, 'scopes'>, hasObjects: boolean): RemoteConfig {
  const canRecord = hasObjects && scopes.includes('analytics:write');
  return {
    ...OFF,
    supportedCompression: ['gzip-js', 'base64'],
    analytics: { endpoint: '/e/' },
    hasFeatureFlags: scopes.includes('flags:evaluate'),
    // Version 2 of the recorder is that of rrweb 2.
    sessionRecording: canRecord && { endpoint: '/s/', recorderVersion: 'v2' },
  };
}

/**
 * The script in which newer SDKs get the configuration.
 *
 * @param key as it is in the path of the request; it is public.
 */
export function remoteConfigScript(key: string, config: RemoteConfig): string {
  const entry = JSON.stringify({ [key]: { config, siteApps: [] } }).replaceAll('<', String.raw`\u003c`);
  return `window._POSTHOG_REMOTE_CONFIG = Object.assign(window._POSTHOG_REMOTE_CONFIG || {}, ${entry});\n`;
}
