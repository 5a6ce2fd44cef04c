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
