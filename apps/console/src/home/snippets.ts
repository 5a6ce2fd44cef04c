/** A way to send data without changing a program. */
export interface Snippet {
  readonly id: string;
  readonly label: string;
  /** Commands, after the variables are set. */
  readonly code: string;
  /** The program reads the variables that every OpenTelemetry SDK reads. */
  readonly readsVariables: boolean;
}

interface Place {
  /** Address of ingestion. */
  readonly url: string;
  /** API key, or the name of a variable that has it. */
  readonly key: string;
}

export function toSnippets({ url, key }: Place): readonly Snippet[] {
  return [
    {
      id: 'node',
      label: 'Node.js',
      readsVariables: true,
      code: [
        'npm install @opentelemetry/api @opentelemetry/auto-instrumentations-node',
        'node --require @opentelemetry/auto-instrumentations-node/register app.js',
      ].join('\n'),
    },
    {
      id: 'python',
      label: 'Python',
      readsVariables: true,
      code: [
        'pip install opentelemetry-distro opentelemetry-exporter-otlp',
        'opentelemetry-bootstrap -a install',
        'opentelemetry-instrument python app.py',
      ].join('\n'),
    },
    {
      id: 'java',
      label: 'Java',
      readsVariables: true,
      code: 'java -javaagent:opentelemetry-javaagent.jar -jar app.jar',
    },
    { id: 'sdk', label: 'Go, Rust, .NET, PHP, Ruby', readsVariables: true, code: './my-program' },
    {
      id: 'collector',
      label: 'Collector',
      readsVariables: false,
      code: ['exporters:', '  otlphttp:', `    endpoint: ${url}`, '    headers:', `      X-Svc-API-Key: ${key}`].join(
        '\n',
      ),
    },
    {
      id: 'event',
      label: 'A product event',
      readsVariables: false,
      code: [
        `curl ${url}/api/v1/capture -H 'X-Svc-API-Key: ${key}' -H 'Content-Type: application/json' \\`,
        `  -d '{"event":"order placed","distinct_id":"ada","properties":{"amount":42}}'`,
      ].join('\n'),
    },
  ];
}

export function toVariables({ url, key }: Place): string {
  return [
    `export OTEL_EXPORTER_OTLP_ENDPOINT=${url}`,
    'export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
    `export OTEL_EXPORTER_OTLP_HEADERS="X-Svc-API-Key=${key}"`,
  ].join('\n');
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const DEFAULT_PORT = 4318;

/**
 * The address at which programs of this user reach ingestion. A service that knows itself by an address of its own machine is reached
 * from elsewhere under the name that the browser used.
 */
export function toIngestUrl(
  known: string | undefined,
  { protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>,
): string {
  if (known === undefined) return `${protocol}//${hostname}:${DEFAULT_PORT}`;
  const url = new URL(known);
  if (LOOPBACK.test(url.hostname) && !LOOPBACK.test(hostname)) url.hostname = hostname;
  return url.origin;
}
