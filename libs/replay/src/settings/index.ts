export { readReplaySettings, storedReplaySettings } from './read-settings.js';
export {
  DEFAULT_REPLAY_SETTINGS,
  RAGE_DEFAULTS,
  REPLAY_SETTINGS_KEY,
  type RageSettings,
  type RedactionSettings,
  type ReplaySettings,
} from './settings.js';
