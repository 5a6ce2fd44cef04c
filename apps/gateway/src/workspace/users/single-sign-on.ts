/** Injection token: whether an OpenID Connect provider is configured. */
export const SINGLE_SIGN_ON = Symbol('SingleSignOn');
