/** The prefix of the author of an investigation that an alert rule has started. */
export const RULE_PREFIX = 'rule:';

export const isOfRule = (createdBy: string): boolean => createdBy.startsWith(RULE_PREFIX);
