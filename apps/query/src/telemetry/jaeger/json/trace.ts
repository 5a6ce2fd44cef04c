import { JaegerForm } from '@svc/contract';
import type { ResourceAttributes } from '@svc/reading/resources';
import { mapYielding } from '@svc/runtime';
import type { JaegerSpanRow } from '../jaeger.query.js';
import { toKeyValuesOfValues, toSpanOtlp } from './span-otlp.js';
import { toJaegerId, toSpanV1 } from './span-v1.js';
import { toTagsOfValues } from './tags.js';

type Resources = ReadonlyMap<string, ResourceAttributes>;

/** Spans between two looks at the clock: a large one takes milliseconds. */
const STEPS = 1;

/** Texts that together are the JSON of one trace. @param spans at least one. */
export function traceJson(form: JaegerForm, spans: readonly JaegerSpanRow[], resources: Resources): Promise<string[]> {
  return form === JaegerForm.RESOURCE_SPANS ? resourceSpans(spans, resources) : traceV1(spans, resources);
}

async function traceV1(spans: readonly JaegerSpanRow[], resources: Resources): Promise<string[]> {
  const processes = new Map<string, { readonly id: string; readonly serviceName: string }>();
  for (const { resource_hash: hash, service_name: serviceName } of spans)
    if (!processes.has(hash)) processes.set(hash, { id: `p${processes.size + 1}`, serviceName });
  const texts = await mapYielding(
    spans,
    (span) => JSON.stringify(toSpanV1(span, processes.get(span.resource_hash)?.id ?? '')),
    STEPS,
  );
  const described = [...processes].map(([hash, { id, serviceName }]) => {
    const { 'service.name': _, ...others } = resources.get(hash) ?? {};
    return [id, { serviceName, tags: toTagsOfValues(others) }] as const;
  });
  return [
    `{"traceID":${JSON.stringify(toJaegerId(spans[0]?.id ?? ''))},"spans":[`,
    ...separated(texts),
    `],"processes":${JSON.stringify(Object.fromEntries(described))},"warnings":null}`,
  ];
}

/** One ResourceSpans for each resource, with its spans by instrumentation scope. */
async function resourceSpans(spans: readonly JaegerSpanRow[], resources: Resources): Promise<string[]> {
  const texts: string[] = [];
  for (const ofResource of Map.groupBy(spans, ({ resource_hash: hash }) => hash).values()) {
    const attributes = toKeyValuesOfValues(resources.get(ofResource[0]?.resource_hash ?? '') ?? {});
    const scopes = Map.groupBy(ofResource, ({ scope_name: name, scope_version: version }) => `${name}\0${version}`);
    if (texts.length > 0) texts.push(',');
    texts.push(`{"resource":${JSON.stringify({ attributes })},"scopeSpans":[`);
    let separator = '';
    for (const ofScope of scopes.values()) {
      const { scope_name: name = '', scope_version: version = '' } = ofScope[0] ?? {};
      const scope = JSON.stringify({ name: name || undefined, version: version || undefined });
      texts.push(`${separator}{"scope":${scope},"spans":[`);
      texts.push(...separated(await mapYielding(ofScope, (span) => JSON.stringify(toSpanOtlp(span)), STEPS)), ']}');
      separator = ',';
    }
    texts.push(']}');
  }
  return texts;
}

/** Texts with commas between them. */
const separated = (texts: readonly string[]): string[] => texts.map((text, index) => (index === 0 ? text : `,${text}`));
