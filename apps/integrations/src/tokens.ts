/** The client for addresses that channels and providers name. */
export const EGRESS = Symbol('Egress');
/** Injection token of the mailer; its value is undefined where no e-mail can be sent. */
export const MAILER = Symbol('Mailer of integrations');
/** Address of the gateway's pages, for links that prove something; its value is undefined where it is not known. */
export const PAGES_URL = Symbol('PagesUrl');
/** Days for which receipts of deliveries are kept. */
export const DELIVERY_RETENTION_DAYS = Symbol('Days of retention of deliveries');
/** Time limit of a request to a ticket provider, in milliseconds. */
export const PROVIDER_TIMEOUT_MS = Symbol('Time limit of requests to providers');
/** Injection token of the OAuth clients that connections use. */
export const OAUTH = Symbol('OAuth of connections');
/** Injection token of the hosts that the address of an issue may have. */
export const ISSUE_URL_RULES = Symbol('IssueUrlRules');
