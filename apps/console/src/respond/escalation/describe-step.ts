const REASONS: Readonly<Record<string, string>> = {
  opened: 'The incident opens',
  delay: 'The level before did not acknowledge in time',
  empty_level: 'The level before reached nobody',
  ack_timeout: 'The acknowledgement has run out',
};

/** Why a level is reached. */
export function describeStep(reason: string): string {
  return REASONS[reason] ?? reason.replaceAll('_', ' ');
}

/** Describes the end of an escalation; the time follows. */
export function describeEnd(reason: string): string {
  if (reason === 'exhausted') return 'After the last pass nobody is paged any more:';
  return reason === 'acknowledged' ? 'The acknowledgement ends it:' : `It ends (${reason.replaceAll('_', ' ')}):`;
}
