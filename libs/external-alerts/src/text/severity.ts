import type { ExternalSeverity } from '../external-alert.js';

/** Severities and priorities of common products in lower case: what wakes a responder there is critical here. */
const WORDS: Readonly<Record<ExternalSeverity, readonly string[]>> = {
  critical: [
    ...['critical', 'crit', 'page', 'fatal', 'emergency', 'emerg', 'alert', 'disaster', 'blocker', 'error', 'err'],
    ...['high', 'major', 'severe', 'urgent', 'p0', 'p1', 'p2', 'sev0', 'sev1', 'sev2'],
  ],
  warning: ['warning', 'warn', 'minor', 'average', 'medium', 'moderate', 'ticket', 'p3', 'sev3'],
  info: [
    ...['info', 'information', 'informational', 'notice', 'low', 'none', 'debug', 'ok', 'normal'],
    ...['p4', 'p5', 'sev4', 'sev5'],
  ],
};

const SEVERITIES = new Map(
  (Object.keys(WORDS) as ExternalSeverity[]).flatMap((severity) => WORDS[severity].map((word) => [word, severity])),
);

/** The severity that a word in any case names; undefined for one that is not known. */
export function toSeverity(word: string): ExternalSeverity | undefined {
  return SEVERITIES.get(word.trim().toLowerCase().replaceAll(/[-_ ]/g, ''));
}
