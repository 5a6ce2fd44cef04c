import type { ExternalSettings } from '../definition/definition.js';

/** The settings of a rule that takes every alert but those in JSON, until its sender ends it. */
export const EXTERNAL: ExternalSettings = { sources: [], matchers: [], json: null, resolveAfter: '', heartbeat: '' };
