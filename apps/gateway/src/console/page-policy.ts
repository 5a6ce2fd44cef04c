/**
 * The console runs and shows what this origin serves and nothing else, has no inline script or style, and cannot turn text into markup or
 * code: a text of a stranger that gets into the page does nothing.
 *
 * @param replayOrigin the origin at which recordings are played; undefined for this one.
 */
export function pagePolicy(replayOrigin: string | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    `frame-src ${replayOrigin ?? "'self'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
