/** The consumer group that keeps who is who. */
export const IDENTITY_GROUP = 'identity';
