declare const SVC_RECORDER_VERSION: string;

/** The release of the service that this recorder belongs to; the bundler writes it. */
export const VERSION = typeof SVC_RECORDER_VERSION === 'undefined' ? '0.0.0' : SVC_RECORDER_VERSION;
