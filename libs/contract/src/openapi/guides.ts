/** The guides on the front page of the reference, in Markdown; the description of the OpenAPI document. */
export const GUIDES = `Reads and writes everything the service stores: telemetry, customers, feature flags and the workspace.
JSON names are snake_case, and unknown names are rejected. Times are RFC 3339. IDs are opaque.

## Authentication

Send an API key or an access token in one of three headers: \`X-Svc-API-Key\`, \`X-API-Key\` or \`Authorization: Bearer\`.

\`\`\`
curl -H "X-Svc-API-Key: $SVC_API_KEY" {origin}/api/v1/account
\`\`\`

- The first start of the service prints the key of the owner. \`svc apikey create\` and \`api_keys.create\` create keys with fewer
  scopes.
- A key has scopes such as \`logs:read\`; each operation names the scope that it requires. Without that scope the response is 403.
- A browser signs in at \`/login\`, a client with the device flow at \`auth.device_code\`.
- A publishable key may be in the source of a web page: it only sends events or evaluates flags.

## Projects

Every request works in one project. A key that is bound to a project selects it. With an organization-level key or a session, send the ID of the
project as \`project_id\` in the query or the body, or its ID or slug in the header \`X-Svc-Project\`. An unknown project and one that the caller
cannot see both result in 404; selections that conflict with each other or with the key result in 403. Without a project, reads
result in 400, and ingestion stores the data in the default project.

## Paging

A list has at most \`limit\` items and a \`pagination\` object. While \`has_more\` is true, repeat the request with \`next_cursor\` as \`cursor\`
and everything else unchanged. A limit above the maximum is reduced to it.

\`\`\`
curl -H "X-Svc-API-Key: $SVC_API_KEY" "{origin}/api/v1/logs?limit=100"
curl -H "X-Svc-API-Key: $SVC_API_KEY" "{origin}/api/v1/logs?limit=100&cursor=$NEXT_CURSOR"
\`\`\`

## Limits

- One key may send 30,000 requests a minute, one project 60,000, unless the operator configured other limits.
- A body has at most 1 MiB; ingestion takes 64 MiB of OTLP and 5 MiB of events.
- 429 and 503 carry \`Retry-After\` in seconds. Repeat the request after that time; data that is sent again unchanged counts once.

## Ingestion

Telemetry and events are sent to a separate address, port 4318 by default. It speaks OTLP/HTTP with protobuf and JSON; OTLP/gRPC is on
port 4317.

\`\`\`
export OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
export OTEL_EXPORTER_OTLP_HEADERS="X-Svc-API-Key=$SVC_API_KEY"
\`\`\`

Data is durable when the response arrives, and can be queried within two seconds. SDKs of PostHog and Segment need only this address and a
key. Send \`distinct_id\` as an attribute of spans and logs to relate them to a person.

## Errors

Every error is one JSON object. \`error\` is a stable code, \`details\` names the invalid fields, and a value that was sent is never repeated.

\`\`\`
{"error":"invalid_request","message":"The request is invalid.","details":[{"path":"limit","reason":"must be an integer"}]}
\`\`\`
`;
