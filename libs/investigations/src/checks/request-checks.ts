import { absentEvidence, signalEvidence, toEvidence } from '../evidence/evidence.js';
import { requestsPath } from '../evidence/links.js';
import { MAX_SERVICES } from '../facts/facts.js';
import { toServiceSeries } from '../signals/bucket-series.js';
import { requestSignals } from '../signals/request-signals.js';
import { service } from '../signals/signal.js';
import { formatTime, formatShare, nameOf } from '../signals/texts.js';
import { findOnset } from '../windows/onset.js';
import { strongest, type Check } from './check.js';

const SCOPES = ['services:read'] as const;

/** When the symptom began: the parameters' abnormal window is everything that is looked at, its services are those of the symptom. */
export const ONSET: Check<'requests'> = {
  name: 'onset',
  reading: 'requests',
  kinds: ['onset'],
  scopes: SCOPES,
  text: 'Looks for the beginning of the symptom',
  interpret(rows, parameters, source) {
    const { abnormal, bucketMs, services, normal } = parameters;
    const series = toServiceSeries(rows, abnormal, bucketMs).filter(
      (one) => services.length === 0 || services.includes(one.service),
    );
    const onset = findOnset(series, normal.at(-1)?.end ?? abnormal.start);
    if (!onset) {
      const title = 'Rate, errors and duration of requests do not change in the window';
      return { signals: [], evidence: [absentEvidence('onset', title, requestsPath(parameters), source)] };
    }
    const entity = service(onset.service);
    const what = { error_rate: 'share of errors', latency: 'duration of requests', request_rate: 'rate of requests' }[
      onset.signal
    ];
    const evidence = toEvidence(
      {
        kind: 'onset',
        about: 'onset',
        title: `The ${what} of ${nameOf(onset.service)} changed at ${formatTime(onset.at)}`,
        finding: 'present',
        entities: [entity],
        rows: [
          {
            service: onset.service,
            signal: onset.signal,
            onset: new Date(onset.at).toISOString(),
            strength: onset.strength,
          },
        ],
        path: requestsPath(parameters, entity),
      },
      source,
    );
    return { signals: [], evidence: [evidence] };
  },
};

/** Requests of all services in the abnormal window, in comparison to the normal one. */
export const REQUESTS: Check<'requests'> = {
  name: 'requests',
  reading: 'requests',
  kinds: ['deviation'],
  scopes: SCOPES,
  text: 'Compares rate, errors and duration of the requests of each service with normal',
  interpret(rows, parameters, source) {
    const signals = compare(rows, parameters);
    const evidence = strongest(signals).map((signal) =>
      signalEvidence(signal, requestsPath(parameters, signal.entity), source),
    );
    if (evidence.length > 0) return { signals, evidence };
    const isEvery = new Set(rows.map(({ service: name }) => name)).size < MAX_SERVICES;
    const title = `No service${isEvery ? '' : ` of the ${MAX_SERVICES} with most requests`} has an unusual rate, share of errors or duration of requests`;
    return { signals, evidence: [absentEvidence('deviation', title, requestsPath(parameters), source)] };
  },
};

/** The same comparison a week earlier: what deviated then as well is a matter of the time of the week. */
export const SEASONALITY: Check<'requests'> = {
  name: 'seasonality',
  reading: 'requests',
  kinds: ['seasonality'],
  scopes: SCOPES,
  text: 'Makes the same comparison a week earlier',
  interpret(rows, parameters, source) {
    const signals = compare(rows, parameters);
    const [first] = strongest(signals);
    if (!first) {
      const known =
        rows.length > 0
          ? 'Requests were as usual at the same time a week earlier'
          : 'There are no requests of a week earlier';
      return { signals, evidence: [absentEvidence('seasonality', known, requestsPath(parameters), source)] };
    }
    const names = [...new Set(signals.map(({ entity }) => entity.name))];
    const evidence = toEvidence(
      {
        kind: 'seasonality',
        about: 'seasonality',
        title: `${nameOf(first.entity.name)} deviated in the same way a week earlier: ${first.text}`,
        finding: 'present',
        entities: names.slice(0, 20).map(service),
        rows: signals
          .slice(0, 20)
          .map(({ entity, name, strength }) => ({ service: entity.name, signal: name, strength })),
        path: requestsPath(parameters, first.entity),
      },
      source,
    );
    return { signals, evidence: [evidence] };
  },
};

/** Measures the symptom: the services in which it was seen, and its size. */
export const SYMPTOM: Check<'requests'> = {
  name: 'symptom',
  reading: 'requests',
  kinds: ['symptom'],
  scopes: SCOPES,
  text: 'Looks at the requests of the services in which the symptom was seen',
  interpret(rows, parameters, source) {
    const { services } = parameters;
    const own = rows.filter(
      ({ service: name, start }) => isIn(parameters, start) && (services.length === 0 || services.includes(name)),
    );
    const [requests, errors] = [
      own.reduce((sum, row) => sum + row.requests, 0),
      own.reduce((sum, row) => sum + row.errors, 0),
    ];
    const where = services.length === 0 ? 'all services' : services.slice(0, 5).map(nameOf).join(', ');
    if (requests === 0) {
      const title = `There are no requests of ${where} in the window`;
      return { signals: [], evidence: [absentEvidence('symptom', title, requestsPath(parameters), source)] };
    }
    const evidence = toEvidence(
      {
        kind: 'symptom',
        about: 'symptom',
        title: `${where}: ${Math.round(requests)} requests, of which ${formatShare(Math.min(errors / requests, 1))} failed`,
        finding: 'present',
        entities: services.slice(0, 20).map(service),
        rows: [{ requests, errors, services: services.slice(0, 20).join(', ') }],
        path: requestsPath(parameters, services[0] === undefined ? undefined : service(services[0])),
      },
      source,
    );
    return { signals: [], evidence: [evidence] };
  },
};

function compare(rows: Parameters<typeof toServiceSeries>[0], parameters: Parameters<typeof REQUESTS.interpret>[1]) {
  const { normal, abnormal, bucketMs } = parameters;
  const before = { start: normal[0]?.start ?? abnormal.start, end: normal.at(-1)?.end ?? abnormal.start };
  const series = toServiceSeries(rows, { start: before.start, end: abnormal.end }, bucketMs);
  return requestSignals(series, before, abnormal);
}

function isIn(
  { abnormal }: { readonly abnormal: { readonly start: number; readonly end: number } },
  start: number,
): boolean {
  return start >= abnormal.start && start < abnormal.end;
}
