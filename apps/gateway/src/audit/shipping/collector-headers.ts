/**
 * Headers as in OTEL_EXPORTER_OTLP_HEADERS: `name=value` pairs, comma-separated, values percent-encoded.
 *
 * @throws Error that does not contain the value, which is a secret.
 */
export function parseCollectorHeaders(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const [, name = '', value = ''] = /^\s*([A-Za-z0-9-]+)=(.*?)\s*$/.exec(pair) ?? [];
      if (name === '') throw new Error('SVC_AUDIT_OTLP_HEADERS must be name=value pairs, comma-separated');
      try {
        return [name, decodeURIComponent(value)];
      } catch {
        throw new Error('SVC_AUDIT_OTLP_HEADERS must have percent-encoded values');
      }
    }),
  );
}
