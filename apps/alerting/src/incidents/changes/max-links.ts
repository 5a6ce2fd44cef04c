/** Links of an incident. */
export const MAX_LINKS = 50;
