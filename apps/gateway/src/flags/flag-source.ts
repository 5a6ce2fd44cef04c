/** Injection token of the client of the app that owns flags and persons. */
export const FLAG_SOURCE = Symbol('FlagSource');
