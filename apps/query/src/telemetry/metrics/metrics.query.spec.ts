import { deletedRows } from '@svc/reading/statement';
import { checkGolden, testScope } from '@svc/reading/testing';
import { recordDeletion, rowsOfMetric } from './deletion/metric-deletion.query.js';
import type { MetricType } from './fields/metric-types.js';
import { selectLabels, selectRenamedLabels, selectSeriesCount } from './labels/metric-labels.query.js';
import { selectLastPoints, selectLimitedPoints, selectMetric, selectMetrics } from './metrics.query.js';
import { selectCoarsestScale, selectExponentialHistograms } from './observations/exponential-histograms.query.js';
import { selectHistograms } from './observations/histograms.query.js';
import type { MetricSelection } from './observations/metric-selection.js';
import { selectNumbers } from './observations/numbers.query.js';
import { selectSummaries } from './observations/summaries.query.js';
import { selectServicesOfMetrics } from './span-metrics/services.query.js';

const scope = testScope(7);
const range = { from: 1_795_200_000_000_000_000n, to: 1_795_203_600_000_000_000n };
const selection = (type: MetricType): MetricSelection => ({
  scope,
  name: 'http.server.requests',
  type,
  range,
  interval: 300_000_000_000n,
  service: ['checkout'],
  environment: ['production', 'staging'],
  groupBy: ['service_name', 'instance'],
});

describe('the statements of metric queries', () => {
  it('matches the reviewed statements', () => {
    checkGolden(import.meta.url, {
      'metrics of a project': selectMetrics(scope, 1_792_608_000_000_000_000n, 10_000),
      'latest points of a project': selectLastPoints(scope, 10_000),
      'one metric': selectMetric(scope, 'http.server.requests'),
      'points beyond the limit of series': selectLimitedPoints(scope, range),
      ...Object.fromEntries(
        rowsOfMetric('http.server.requests').map((deletion) => [
          `deletion from ${deletion.from.name}`,
          deletedRows({ ...deletion, scope }),
        ]),
      ),
      'record of a deletion': recordDeletion(scope, 'http.server.requests'),
      'labels of a metric': selectLabels({ scope, name: 'http.server.requests', range }),
      'labels with several names': selectRenamedLabels({ scope, name: 'http.server.requests', range }, [
        { source: 'attribute', name: 'http.request.method' },
      ]),
      'number of series': selectSeriesCount({ scope, name: 'http.server.requests', range }),
      'services of metrics about spans': selectServicesOfMetrics(scope, range.from, 10_000),
      'mean of a gauge': selectNumbers({ ...selection('gauge'), groupBy: [], service: [], environment: [] }, 'avg'),
      'increase of a counter': selectNumbers(selection('sum'), 'sum'),
      'histogram buckets': selectHistograms(selection('histogram')),
      'scale of exponential histograms': selectCoarsestScale(selection('exponential_histogram')),
      'exponential histogram buckets': selectExponentialHistograms(selection('exponential_histogram'), 3),
      'quantile of summaries': selectSummaries(selection('summary'), 'p95'),
    });
  });
});
