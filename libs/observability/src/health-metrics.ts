import type { HealthRegistry } from './health.js';
import type { Metrics } from './metrics.js';

/** Several services in one process share its metrics, and a name can be registered only once. */
const exposed = new WeakMap<Metrics, HealthRegistry[]>();

/** Adds the checks of readiness to the metrics of the process. */
export function exposeHealth(metrics: Metrics, health: HealthRegistry): void {
  const known = exposed.get(metrics);
  if (known) return void known.push(health);
  const registries = [health];
  exposed.set(metrics, registries);
  metrics.gauge('svc_health_check_passed', 'Whether a check of readiness passed: 1 or 0', ['check'], async (gauge) => {
    const reports = await Promise.all(registries.map((registry) => registry.report()));
    gauge.reset();
    for (const { checks } of reports)
      for (const [check, passed] of Object.entries(checks)) gauge.set({ check }, Number(passed));
  });
}
