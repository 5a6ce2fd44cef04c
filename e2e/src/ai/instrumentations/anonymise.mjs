/** Recorded spans begin at this time. */
const START_NS = 1_790_000_000_000_000_000n;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const KEPT_RESOURCE = ['service.name', 'telemetry.sdk.language', 'telemetry.sdk.name', 'telemetry.sdk.version'];
/** Attributes with paths of files, or that differ in every run. */
const DROPPED = ['exception.stacktrace', 'logfire.json_schema', 'server.port', 'code.filepath', 'code.lineno'];

/**
 * One request with all spans, in the order of their start: with numbers for IDs, times that begin at a fixed one, and without the texts of
 * `places`, which are addresses and folders.
 */
export function anonymise(requests, places) {
  const groups = requests.flatMap(({ resourceSpans }) => resourceSpans);
  const spans = groups.flatMap(({ scopeSpans }) => scopeSpans.flatMap((group) => group.spans));
  // Whole milliseconds, because attributes have no more.
  const toWhole = (ns) => ns - (ns % 1_000_000n);
  const shift = toWhole(
    START_NS - spans.map(({ startTimeUnixNano }) => BigInt(startTimeUnixNano)).reduce((a, b) => (a < b ? a : b)),
  );
  const order = spans.toSorted((a, b) => (BigInt(a.startTimeUnixNano) < BigInt(b.startTimeUnixNano) ? -1 : 1));
  const numbers = new Map();
  const toId = (id) => {
    if (!numbers.has(id)) numbers.set(id, String(numbers.size + 1).padStart(id.length, '0'));
    return numbers.get(id);
  };
  for (const { traceId, spanId } of order) [traceId, spanId].forEach(toId);
  const toTime = (time) => String(BigInt(time) + shift);
  const toText = (text) =>
    places
      .reduce((rest, place, index) => rest.replaceAll(place, `place-${index}`), text)
      .replace(TIME, (time) => new Date(Date.parse(time) + Number(shift / 1_000_000n)).toISOString());
  const toValue = (value) => JSON.parse(toText(JSON.stringify(value)));
  const toAttributes = (attributes = []) =>
    attributes.filter(({ key }) => !DROPPED.includes(key)).map(({ key, value }) => ({ key, value: toValue(value) }));
  const toSpan = ({
    traceId,
    spanId,
    parentSpanId,
    name,
    kind,
    startTimeUnixNano,
    endTimeUnixNano,
    status = {},
    ...span
  }) => ({
    traceId: toId(traceId),
    spanId: toId(spanId),
    ...(parentSpanId && { parentSpanId: toId(parentSpanId) }),
    name,
    kind,
    startTimeUnixNano: toTime(startTimeUnixNano),
    endTimeUnixNano: toTime(endTimeUnixNano),
    attributes: toAttributes(span.attributes),
    events: (span.events ?? []).map((event) => ({
      name: event.name,
      timeUnixNano: toTime(event.timeUnixNano),
      attributes: toAttributes(event.attributes),
    })),
    status: { ...(status.code && { code: status.code }), ...(status.message && { message: toText(status.message) }) },
  });
  return {
    resourceSpans: groups.flatMap(({ resource, scopeSpans }) => ({
      resource: { attributes: resource.attributes.filter(({ key }) => KEPT_RESOURCE.includes(key)) },
      scopeSpans: scopeSpans.map(({ scope, spans: own }) => ({
        scope: { name: scope.name, version: scope.version },
        spans: own.map(toSpan),
      })),
    })),
  };
}
