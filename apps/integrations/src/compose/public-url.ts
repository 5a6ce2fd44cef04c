/** Address of the console and the REST interface, for links in notifications; undefined if none is configured. */
export const PUBLIC_URL = Symbol('Public URL');
